// SPDX-License-Identifier: Apache-2.0
#include "solvers/petsc/shared_communicator.hpp"

#include <map>

namespace trireme::petsc {

std::shared_ptr<const comm::Communicator> shared_communicator(MPI_Comm comm) {
  // While a holder lives, so does its PETSc object and with it the handle, which MPI may reuse only after
  // that.
  static std::map<MPI_Comm, std::weak_ptr<const comm::Communicator>> known;
  std::erase_if(known, [](const auto& entry) { return entry.second.expired(); });
  if (const auto found = known.find(comm); found != known.end()) return found->second.lock();
  auto made = std::make_shared<const comm::Communicator>(comm);
  known[comm] = made;
  return made;
}

}  // namespace trireme::petsc
