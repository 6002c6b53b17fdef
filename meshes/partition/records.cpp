// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/records.hpp"

#include <algorithm>
#include <numeric>

#include "meshes/partition/id_index.hpp"

namespace trireme::mesh {

Records send_to_owners(const comm::Communicator& comm, const RangeDirectory& points,
                       std::span<const int> parts, Records&& records) {
  if (comm.size() == 1) return std::move(records);
  std::vector<GlobalIndex> met;
  records.for_each([&](GlobalIndex, std::span<const GlobalIndex> vertices, auto) {
    met.insert(met.end(), vertices.begin(), vertices.end());
  });
  const IdIndex index(distinct_ids(std::move(met)));
  const std::vector<int> owner = points.look_up(parts, std::span<const GlobalIndex>(index.ids()));

  // Visits every record with the distinct owners of its vertices.
  const auto for_each_destination = [&](auto&& visit) {
    const GlobalIndex* record = records.words.data();
    records.for_each([&](GlobalIndex, std::span<const GlobalIndex> vertices, auto extra) {
      const std::size_t length = 1 + vertices.size() + extra.size();
      int seen[256];
      int n_seen = 0;
      for (const GlobalIndex id : vertices) {
        const int rank = owner[index.position(id)];
        if (std::find(seen, seen + n_seen, rank) != seen + n_seen) continue;
        seen[n_seen++] = rank;
        visit(rank, std::span(record, length));
      }
      record += length;
    });
  };
  std::vector<GlobalIndex> counts(static_cast<std::size_t>(comm.size()), 0);
  for_each_destination([&](int rank, auto words) { counts[rank] += static_cast<GlobalIndex>(words.size()); });
  std::vector<GlobalIndex> next(counts.size(), 0);
  std::exclusive_scan(counts.begin(), counts.end(), next.begin(), GlobalIndex{0});
  std::vector<GlobalIndex> send(static_cast<std::size_t>(next.back() + counts.back()));
  for_each_destination([&](int rank, auto words) {
    std::copy(words.begin(), words.end(), send.begin() + next[rank]);
    next[rank] += static_cast<GlobalIndex>(words.size());
  });
  records = {};
  return {comm::all_to_all_v(comm, std::span<const GlobalIndex>(send), counts).values};
}

}  // namespace trireme::mesh
