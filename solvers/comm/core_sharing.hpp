// SPDX-License-Identifier: Apache-2.0
// Tells the threads layer, which knows no MPI, how many ranks compete for this rank's cores, so that
// threads::oversubscribed() is right. Called once at start-up by programs, by the tests' main, and when
// PETSc loads the library as a plug-in. A program that links the library and only registers the types does
// not call it: there a rank counts its own threads alone.
#pragma once

#include "solvers/comm/communicator.hpp"

namespace trireme::comm {

// Counts the ranks of `comm` on this node whose allowed cores overlap with this rank's (itself included),
// passes the count to threads::set_ranks_sharing_cores() and returns it. Collective; all ranks use their
// usual thread count.
int share_cores(const Communicator& comm);

}  // namespace trireme::comm
