// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/records.hpp"

#include <algorithm>
#include <numeric>

#include "meshes/partition/id_index.hpp"
#include "solvers/comm/collective_guard.hpp"

namespace trireme::mesh {

Records send_to_owners(const comm::Communicator& comm, const RangeDirectory& points, const ImageKeys& keys,
                       std::span<const int> parts, Records&& records) {
  if (comm.size() == 1) return std::move(records);
  // The vertices whose owners get a record.
  const auto for_each_receiver = [&](std::span<const GlobalIndex> vertices, auto&& visit) {
    bool at_home = false;
    for (const GlobalIndex key : vertices) {
      if (!keys.is_home(key)) continue;
      at_home = true;
      visit(key);
    }
    if (!at_home) visit(keys.id(vertices[0]));
  };
  const IdIndex index = comm::CollectiveGuard(comm).run([&] {
    std::vector<GlobalIndex> met;
    records.for_each([&](GlobalIndex, std::span<const GlobalIndex> vertices, auto) {
      for_each_receiver(vertices, [&](GlobalIndex id) { met.push_back(id); });
    });
    return IdIndex(distinct_ids(std::move(met)));
  });
  const std::vector<int> owner = points.look_up(parts, std::span<const GlobalIndex>(index.ids()));

  // Visits every record with the distinct owners of its vertices.
  const auto for_each_destination = [&](auto&& visit) {
    const GlobalIndex* record = records.words.data();
    records.for_each([&](GlobalIndex, std::span<const GlobalIndex> vertices, auto extra) {
      const std::size_t length = 1 + vertices.size() + extra.size();
      int seen[256];
      int n_seen = 0;
      for_each_receiver(vertices, [&](GlobalIndex id) {
        const int rank = owner[index.position(id)];
        if (std::find(seen, seen + n_seen, rank) != seen + n_seen) return;
        seen[n_seen++] = rank;
        visit(rank, std::span(record, length));
      });
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
