// SPDX-License-Identifier: Apache-2.0
// Writes the project's own mesh format (layout: read/own_hdf5.hpp), all ranks together. Called by
// trireme-mesh.
#pragma once

#include <string>

#include "meshes/core/distributed_mesh.hpp"
#include "meshes/core/raw_dual.hpp"

namespace trireme::mesh {

// Collective. The file appears whole or not at all and does not depend on the number of ranks. Throws
// Error(io) on all ranks.
void write_own_hdf5(const comm::Communicator& comm, const std::string& path, const DistributedMesh& mesh);
// Collective. The dual is rank 0's; what other ranks pass is ignored.
void write_own_hdf5(const comm::Communicator& comm, const std::string& path, const RawDual& dual_on_root);

}  // namespace trireme::mesh
