// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/own_hdf5.hpp"

#include "solvers/base/error.hpp"

namespace trireme::mesh {

std::variant<DistributedMesh, RawDual> read_own_hdf5(const comm::Communicator&, const std::string& path) {
  throw Error(ErrorKind::input, "cannot read '" + path + "'");
}

}  // namespace trireme::mesh
