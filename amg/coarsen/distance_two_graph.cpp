// SPDX-License-Identifier: Apache-2.0
#include "amg/coarsen/distance_two_graph.hpp"

#include <vector>

#include "amg/coarsen/wide_points.hpp"
#include "amg/kernels/distance_two.hpp"
#include "amg/matrix/assemble.hpp"
#include "amg/matrix/ghost_numbering.hpp"
#include "amg/matrix/packed_messages.hpp"
#include "amg/matrix/row_parts.hpp"
#include "solvers/comm/collective_guard.hpp"

namespace trireme::amg {
namespace {

// Of each ghost of the graph, the coarse points that strongly influence it.
struct GhostRows {
  std::vector<LocalIndex> offsets{0};
  std::vector<GlobalIndex> columns;
};

GhostRows fetch_coarse_columns(const CouplingGraph& graph, std::span<const PointType> types,
                               const CoarsePoints& coarse) {
  const Pattern& strong = *graph.strong;
  const ColumnNumbering numbering(*coarse.partition, coarse.ghosts);
  std::vector<PackedMessage> messages(static_cast<std::size_t>(graph.comm->size()));
  std::vector<GlobalIndex> ids;
  for (const comm::Neighbour& neighbour : graph.plan->neighbours())
    for (LocalIndex k = neighbour.send_begin; k < neighbour.send_end; ++k) {
      const auto point = static_cast<std::size_t>(graph.plan->send_indices()[static_cast<std::size_t>(k)]);
      ids.clear();
      for (LocalIndex l = strong.begin[point]; l < strong.end[point]; ++l) {
        const auto column = static_cast<std::size_t>(strong.columns[static_cast<std::size_t>(l)]);
        if (types[column] == PointType::coarse) ids.push_back(numbering.global(coarse.place[column]));
      }
      PackedMessage& message = messages[static_cast<std::size_t>(neighbour.rank)];
      message.put(static_cast<LocalIndex>(ids.size()));
      message.put(std::span<const GlobalIndex>(ids));
    }
  const auto received = exchange_messages(*graph.comm, messages);
  GhostRows rows;
  for (const comm::Neighbour& neighbour : graph.plan->neighbours()) {
    auto reader = received.from(neighbour.rank);
    for (LocalIndex ghost = neighbour.receive_begin; ghost < neighbour.receive_end; ++ghost) {
      ids.resize(static_cast<std::size_t>(reader.take<LocalIndex>()));
      reader.take(std::span(ids));
      rows.columns.insert(rows.columns.end(), ids.begin(), ids.end());
      rows.offsets.push_back(static_cast<LocalIndex>(rows.columns.size()));
    }
  }
  return rows;
}

Pattern pattern_of(const DistributedMatrix& matrix) {
  const Csr &own = matrix.diagonal, &rest = matrix.off_diagonal;
  const std::size_t n = own.offsets.size() - 1;
  Pattern pattern;
  pattern.begin.resize(n);
  pattern.end.resize(n);
  pattern.columns.resize(own.columns.size() + rest.columns.size());
  threads::parallel_for(n, [&](std::size_t row) {
    LocalIndex next = pattern.begin[row] = own.offsets[row] + rest.offsets[row];
    for (LocalIndex k = own.offsets[row]; k < own.offsets[row + 1]; ++k)
      pattern.columns[static_cast<std::size_t>(next++)] = own.columns[static_cast<std::size_t>(k)];
    for (LocalIndex k = rest.offsets[row]; k < rest.offsets[row + 1]; ++k)
      pattern.columns[static_cast<std::size_t>(next++)] =
          own.n_columns + rest.columns[static_cast<std::size_t>(k)];
    pattern.end[row] = next;
  });
  return pattern;
}

std::vector<LocalIndex> coarse_points_of(std::span<const PointType> types, LocalIndex n_points) {
  std::vector<LocalIndex> points;
  for (LocalIndex i = 0; i < n_points; ++i)
    if (types[static_cast<std::size_t>(i)] == PointType::coarse) points.push_back(i);
  return points;
}

}  // namespace

DistanceTwoGraph distance_two_graph(const CouplingGraph& graph, std::span<const PointType> types,
                                    const CoarsePoints& coarse, int num_paths, RowWorkspace& workspace) {
  GhostRows fetched;
  if (graph.comm->size() > 1) fetched = fetch_coarse_columns(graph, types, coarse);
  DistanceTwoGraph result;
  ChunkedRows rows;
  CoarsePoints wide;
  comm::CollectiveGuard(*graph.comm).run([&] {
    wide = widen(coarse, graph.n_points(), fetched.columns);
    const ColumnNumbering numbering(*wide.partition, wide.ghosts);
    std::vector<LocalIndex> ghost_columns;
    for (const GlobalIndex id : fetched.columns) ghost_columns.push_back(numbering.local(id));
    const auto points = coarse_points_of(types, graph.n_points());
    const kernels::DistanceTwoInput input{graph.strong,      graph.n_points(), points,       types.data(),
                                          wide.place.data(), fetched.offsets,  ghost_columns};
    std::vector<LocalIndex> ascending(points.size() + 1);
    for (std::size_t i = 0; i < ascending.size(); ++i) ascending[i] = static_cast<LocalIndex>(i);
    rows.bounds = row_parts(ascending);
    rows.counts.resize(points.size());
    rows.workspace = &workspace;
    for_row_parts(rows.bounds, [&](int part, LocalIndex begin, LocalIndex end) {
      ThreadWorkspace& thread = workspace[static_cast<std::size_t>(part)];
      auto row = thread.outer.prepare(numbering.n_local());
      fill_chunk(thread.chunk, begin, end, numbering.n_local(), rows.counts.data(),
                 [&](LocalIndex first, kernels::RowSink& sink) {
                   return kernels::distance_two_rows(input, num_paths, first, end, row, sink);
                 });
    });
  });
  result.paths = assemble(*graph.comm, coarse.partition, coarse.partition, wide.ghosts, rows);
  result.strong = comm::CollectiveGuard(*graph.comm).run([&] { return pattern_of(result.paths); });
  return result;
}

}  // namespace trireme::amg
