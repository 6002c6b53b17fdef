// SPDX-License-Identifier: Apache-2.0
// MPI's life in a program: started once with the thread level the project needs, ended once, or aborted.
// Called by solvers/program only; libraries find MPI running.
#pragma once

#include <string>

#include "solvers/comm/communicator.hpp"

namespace trireme::comm {

// Starts MPI with MPI_THREAD_FUNNELED unless the application already did, and finalizes what it started.
// Collective over all processes of the job. Throws Error(input) when this MPI gives less than FUNNELED.
class MpiSession {
 public:
  MpiSession(int& argc, char**& argv);
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  // All processes of the job. A program is the one place that may speak for all of them. Collective.
  Communicator world() const;

 private:
  bool started_here_ = false;
};

// Ends every process of the job with this exit code, for when ranks can no longer agree.
[[noreturn]] void abort_job(const Communicator& comm, int exit_code);

// Name and version of the MPI in use, one line. MPI must be running.
std::string mpi_library_version();

}  // namespace trireme::comm
