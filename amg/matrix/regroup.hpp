// SPDX-License-Identifier: Apache-2.0
// Gathers a level onto fewer ranks: contiguous ranges of ranks merge, the first rank of each takes their
// rows, and no row changes its number. Only the columns of interpolation have to be given to their new
// owners; restriction, the coarse matrix and all levels below follow. Called by the set-up and by refills.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "amg/matrix/distributed_matrix.hpp"
#include "amg/matrix/packed_messages.hpp"
#include "solvers/comm/collective_guard.hpp"

namespace trireme::amg {

// The same entries on as few ranks as rows_per_rank asks for, if at least every second one of those that own
// any can be left out; nothing else. rows_per_rank 0: nothing. Local.
std::shared_ptr<const Partition> merged_partition(const Partition& partition, GlobalIndex rows_per_rank);

// The same rows with their columns owned as `columns` says, which has as many. Entries of a row: those owned
// now, then the others, each in the order they had. Collective. Cost: a copy, and an exchange plan.
DistributedMatrix with_column_owners(const DistributedMatrix& matrix,
                                     const std::shared_ptr<const Partition>& columns);

// Values of rows, as many for each row, for the owners in a partition that merged_partition made of `from`.
// T: an Array or vector of numbers. Collective.
template <class T>
T regrouped(const comm::Communicator& comm, const Partition& from, const Partition& to, const T& values) {
  using Number = typename T::value_type;
  const comm::CollectiveGuard guard(comm);
  std::vector<PackedMessage> messages(static_cast<std::size_t>(comm.size()));
  guard.run([&] {
    if (from.n_owned() == 0) return;
    // The last rank that begins here owns rows; those before it are empty.
    const auto after = std::upper_bound(to.offsets.begin(), to.offsets.end(), from.begin());
    messages[static_cast<std::size_t>(after - to.offsets.begin()) - 1].put(std::span<const Number>(values));
  });
  const auto received = exchange_messages(comm, messages);
  return guard.run([&] {
    T all;
    for (int rank = 0; rank < received.n_ranks(); ++rank) {
      const auto begin = from.offsets[static_cast<std::size_t>(rank)],
                 end = from.offsets[static_cast<std::size_t>(rank) + 1];
      auto reader = received.from(rank);
      if (reader.at_end() || begin == end) continue;
      const auto before = all.size();
      all.resize(before + reader.remaining() / sizeof(Number));
      reader.take(std::span<Number>(all).subspan(before));
    }
    return all;
  });
}

}  // namespace trireme::amg
