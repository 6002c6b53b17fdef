// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/mpi_session.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "solvers/base/error.hpp"

namespace trireme::comm {

MpiSession::MpiSession(int& argc, char**& argv) {
  int running = 0;
  int level = MPI_THREAD_SINGLE;
  MPI_Initialized(&running);
  if (running != 0) {
    MPI_Query_thread(&level);
  } else {
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    started_here_ = true;
  }
  if (level < MPI_THREAD_FUNNELED) {
    throw Error(ErrorKind::input, "this MPI gives no thread support", "MPI_THREAD_FUNNELED is needed",
                "use an MPI built with threads");
  }
}

MpiSession::~MpiSession() {
  int finished = 0;
  MPI_Finalized(&finished);
  if (started_here_ && finished == 0) MPI_Finalize();
}

Communicator MpiSession::world() const {
  return Communicator(MPI_COMM_WORLD);
}

void abort_job(const Communicator& comm, int exit_code) {
  // A launcher may drop what it has not yet forwarded of the message that says why.
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  MPI_Abort(comm.handle(), exit_code);
  std::_Exit(exit_code);
}

std::string mpi_library_version() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(text, &length);
  std::string version(text, static_cast<std::size_t>(length));
  for (char& c : version) {
    if (c == '\n' || c == '\t') c = ' ';
  }
  const auto end = version.find("MPI BUILD INFO");
  version = version.substr(0, std::min(version.size(), std::min<std::size_t>(end, 60)));
  const auto begin = version.find_first_not_of(' ');
  return begin == std::string::npos ? "" : version.substr(begin, version.find_last_not_of(' ') - begin + 1);
}

}  // namespace trireme::comm
