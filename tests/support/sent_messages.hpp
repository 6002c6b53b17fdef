// SPDX-License-Identifier: Apache-2.0
// Counts what this process asks MPI to send, by MPI's profiling interface. Defines functions of MPI, so it is
// for one source of a test program, after all other headers.
#pragma once

#include <map>

#include <mpi.h>

#include "solvers/base/types.hpp"

// PETSc's macros that count for its log.
#undef MPI_Allreduce
#undef MPI_Send_init
#undef MPI_Startall

namespace trireme::test {

struct Sent {
  std::map<MPI_Request, GlobalIndex> bytes_of;  // of persistent sends
  GlobalIndex messages = 0, bytes = 0, reductions = 0;
};
inline Sent sent;

}  // namespace trireme::test

extern "C" {

int MPI_Send_init(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  const int code = PMPI_Send_init(buffer, count, type, to, tag, comm, request);
  int size = 0;
  PMPI_Type_size(type, &size);
  trireme::test::sent.bytes_of[*request] = trireme::GlobalIndex{count} * size;
  return code;
}

int MPI_Startall(int count, MPI_Request requests[]) {
  for (int k = 0; k < count; ++k)
    if (const auto found = trireme::test::sent.bytes_of.find(requests[k]);
        found != trireme::test::sent.bytes_of.end()) {
      ++trireme::test::sent.messages;
      trireme::test::sent.bytes += found->second;
    }
  return PMPI_Startall(count, requests);
}

int MPI_Request_free(MPI_Request* request) {
  trireme::test::sent.bytes_of.erase(*request);
  return PMPI_Request_free(request);
}

int MPI_Allreduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  ++trireme::test::sent.reductions;
  return PMPI_Allreduce(from, to, count, type, op, comm);
}
}
