// SPDX-License-Identifier: Apache-2.0
// The edges of a set of cells in compressed rows: row v lists, ascending, the vertices w > v joined to v by
// an edge of some cell. Used by the metrics and by the vertex graph.
#pragma once

#include <span>
#include <vector>

#include "meshes/core/cell_type.hpp"
#include "solvers/base/types.hpp"

namespace trireme::mesh {

// Cells by local vertex number: cell c has vertices[offsets[c] .. offsets[c + 1]).
struct LocalCells {
  std::span<const CellType> types;
  std::span<const LocalIndex> vertices;
  std::span<const LocalIndex> offsets;
  LocalIndex size() const { return static_cast<LocalIndex>(types.size()); }
};

struct LocalEdges {
  std::vector<LocalIndex> row_offsets;  // [n_rows + 1]
  std::vector<LocalIndex> columns;      // [n_edges]
  LocalIndex n_edges() const { return static_cast<LocalIndex>(columns.size()); }
  // Position of edge (first < second, first < n_rows) in columns; find: the edge must exist, position: -1
  // when it does not.
  LocalIndex find(LocalIndex first, LocalIndex second) const;
  LocalIndex position(LocalIndex first, LocalIndex second) const;
};

// Edges whose smaller end is below n_rows. Local, O(edges log valence); needs about three times the result in
// passing. Error (input) when there are too many for 32-bit numbers: call it inside a guard.
LocalEdges build_local_edges(const LocalCells& cells, LocalIndex n_rows);

}  // namespace trireme::mesh
