// SPDX-License-Identifier: Apache-2.0
// Where each edge's Jacobian blocks lie in a block CSR matrix: the couplings within the rank and those to
// ghosts in two arrays, columns ascending within a row, as PETSc's BAIJ stores them. Built once from the
// edges; immutable. Local.
#pragma once

#include <span>
#include <vector>

#include "meshes/core/flow_mesh.hpp"

namespace trireme::flow {

class BlockPattern {
 public:
  explicit BlockPattern(const mesh::FlowMesh& mesh);

  // Couplings between owned vertices, the diagonal included: offsets [n_owned + 1], columns are owned local
  // vertices.
  std::span<const LocalIndex> own_offsets() const { return own_offsets_; }
  std::span<const LocalIndex> own_columns() const { return own_columns_; }
  // Couplings to ghosts: columns are ghost local vertices (>= n_owned).
  std::span<const LocalIndex> ghost_offsets() const { return ghost_offsets_; }
  std::span<const LocalIndex> ghost_columns() const { return ghost_columns_; }
  // [n_owned] position of each row's diagonal block among the own blocks.
  std::span<const LocalIndex> diagonal_slots() const { return diagonal_slots_; }
  // [n_edges, 2] positions of blocks (first, second) and (second, first): among the own blocks, or, when the
  // second end is a ghost, among the ghost blocks (then there is no second position).
  std::span<const LocalIndex> edge_slots() const { return edge_slots_; }

 private:
  std::vector<LocalIndex> own_offsets_, own_columns_, ghost_offsets_, ghost_columns_, diagonal_slots_,
      edge_slots_;
};

}  // namespace trireme::flow
