// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/partition_statistics.hpp"

#include <algorithm>
#include <numeric>

#include "meshes/partition/id_index.hpp"
#include "solvers/comm/exchange_plan.hpp"

namespace trireme::mesh {

PartitionStatistics measure_partition(const VertexGraph& whole, std::span<const int> parts, int n_parts) {
  PartitionStatistics statistics;
  statistics.parts.resize(static_cast<std::size_t>(n_parts));

  // New contiguous numbers, ascending in the old ones within each part, as build_flow_mesh gives them.
  std::vector<GlobalIndex> offsets(static_cast<std::size_t>(n_parts) + 1, 0);
  for (const int part : parts) ++offsets[part + 1];
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  std::vector<GlobalIndex> number(parts.size()), next(offsets.begin(), offsets.end() - 1);
  for (std::size_t v = 0; v < parts.size(); ++v) number[v] = next[parts[v]]++;

  std::vector<std::vector<GlobalIndex>> ghosts(static_cast<std::size_t>(n_parts));
  for (std::size_t v = 0; v < parts.size(); ++v) {
    PartStatistics& part = statistics.parts[parts[v]];
    ++part.vertices;
    for (GlobalIndex k = whole.row_offsets[v]; k < whole.row_offsets[v + 1]; ++k) {
      const auto w = static_cast<std::size_t>(whole.columns[k]);
      const bool cut = parts[v] != parts[w];
      if (cut) {
        ++part.edges;
        ++part.cut_edges;
        ghosts[parts[v]].push_back(number[w]);
      } else if (v < w) {
        ++part.edges;
      }
      if (v < w) {
        ++statistics.edges;
        statistics.cut_edges += cut ? 1 : 0;
      }
    }
  }
  for (auto& ids : ghosts) ids = distinct_ids(std::move(ids));

  const std::vector<comm::ExchangePlan> plans = comm::build_exchange_plans(offsets, ghosts);
  GlobalIndex most_vertices = 0, most_edges = 0, all_edges = 0;
  for (std::size_t p = 0; p < plans.size(); ++p) {
    PartStatistics& part = statistics.parts[p];
    part.ghosts = plans[p].n_ghost();
    part.sent = static_cast<GlobalIndex>(plans[p].send_indices().size());
    part.neighbours = static_cast<int>(plans[p].neighbours().size());
    statistics.messages += plans[p].messages();
    most_vertices = std::max(most_vertices, part.vertices);
    most_edges = std::max(most_edges, part.edges);
    all_edges += part.edges;
  }
  if (!parts.empty()) {
    statistics.vertex_imbalance =
        static_cast<double>(most_vertices) * n_parts / static_cast<double>(parts.size());
  }
  if (all_edges > 0)
    statistics.edge_imbalance = static_cast<double>(most_edges) * n_parts / static_cast<double>(all_edges);
  return statistics;
}

}  // namespace trireme::mesh
