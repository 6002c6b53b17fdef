// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/broadcast.hpp"

namespace trireme::comm::detail {

void broadcast_elements(const Communicator& comm, void* data, std::int64_t count, std::int64_t element_bytes,
                        int root, PieceLimit limit) {
  const EntryDatatype type(element_bytes);
  for_each_piece(count, element_bytes, limit, [&](std::int64_t first, int n) {
    MPI_Bcast(static_cast<char*>(data) + first * element_bytes, n, type.handle(), root, comm.handle());
  });
}

}  // namespace trireme::comm::detail
