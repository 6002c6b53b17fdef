// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/local_edges.hpp"

#include <algorithm>
#include <numeric>

#include "meshes/core/local_count.hpp"
#include "solvers/base/assert.hpp"

namespace trireme::mesh {
namespace {

// Loops address up to six values of an edge (two area vectors' components) by local numbers.
constexpr std::size_t values_of_edge = 6;

template <class F>
void for_each_cell_edge(const LocalCells& cells, F&& visit) {
  for (LocalIndex c = 0; c < cells.size(); ++c) {
    const LocalIndex* vertex = cells.vertices.data() + cells.offsets[c];
    for (const CellEdge& edge : cell_edges(cells.types[c])) {
      visit(std::min(vertex[edge.first], vertex[edge.second]),
            std::max(vertex[edge.first], vertex[edge.second]));
    }
  }
}

}  // namespace

LocalIndex LocalEdges::find(LocalIndex first, LocalIndex second) const {
  const LocalIndex at = position(first, second);
  TRIREME_EXPECT(at >= 0);
  return at;
}

LocalIndex LocalEdges::position(LocalIndex first, LocalIndex second) const {
  const auto begin = columns.begin() + row_offsets[first], end = columns.begin() + row_offsets[first + 1];
  const auto place = std::lower_bound(begin, end, second);
  return place == end || *place != second ? -1 : static_cast<LocalIndex>(place - columns.begin());
}

LocalEdges build_local_edges(const LocalCells& cells, LocalIndex n_rows) {
  // Count, scan, fill with repetitions (an edge once per cell around it), then sort each row and keep one of
  // each.
  std::vector<std::size_t> begin(static_cast<std::size_t>(n_rows) + 1, 0);
  for_each_cell_edge(cells, [&](LocalIndex low, LocalIndex) {
    if (low < n_rows) ++begin[low + 1];
  });
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<LocalIndex> repeated(begin[n_rows]);
  std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
  for_each_cell_edge(cells, [&](LocalIndex low, LocalIndex high) {
    if (low < n_rows) repeated[next[low]++] = high;
  });

  std::size_t n_edges = 0;
  for (LocalIndex row = 0; row < n_rows; ++row) {
    const auto first = repeated.begin() + begin[row], last = repeated.begin() + begin[row + 1];
    std::sort(first, last);
    next[row] = static_cast<std::size_t>(std::unique(first, last) - first);
    n_edges += next[row];
  }
  local_count(n_edges, "edges", values_of_edge);

  LocalEdges edges;
  edges.row_offsets.assign(static_cast<std::size_t>(n_rows) + 1, 0);
  edges.columns.reserve(n_edges);
  for (LocalIndex row = 0; row < n_rows; ++row) {
    const auto first = repeated.begin() + begin[row];
    edges.columns.insert(edges.columns.end(), first, first + next[row]);
    edges.row_offsets[row + 1] = static_cast<LocalIndex>(edges.columns.size());
  }
  return edges;
}

}  // namespace trireme::mesh
