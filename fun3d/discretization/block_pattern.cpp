// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/block_pattern.hpp"

#include "solvers/base/assert.hpp"

namespace trireme::flow {

// A row's columns are: lower neighbours (edges in which it is second), itself, higher neighbours (edges in
// which it is first). Edges ascend by (first, second), so one pass fills both parts in ascending order.
BlockPattern::BlockPattern(const mesh::FlowMesh& mesh) {
  const std::size_t n = static_cast<std::size_t>(mesh.n_owned);
  std::vector<LocalIndex> lower(n, 0), higher(n, 0), ghosts(n, 0);
  for (LocalIndex edge = 0; edge < mesh.n_edges(); ++edge) {
    const LocalIndex first = mesh.edges[2 * edge], second = mesh.edges[2 * edge + 1];
    TRIREME_EXPECT(first < second && first < mesh.n_owned);
    if (second < mesh.n_owned) {
      ++higher[first];
      ++lower[second];
    } else {
      ++ghosts[first];
    }
  }
  own_offsets_.assign(n + 1, 0);
  ghost_offsets_.assign(n + 1, 0);
  diagonal_slots_.resize(n);
  for (std::size_t row = 0; row < n; ++row) {
    diagonal_slots_[row] = own_offsets_[row] + lower[row];
    own_offsets_[row + 1] = diagonal_slots_[row] + 1 + higher[row];
    ghost_offsets_[row + 1] = ghost_offsets_[row] + ghosts[row];
  }
  own_columns_.resize(static_cast<std::size_t>(own_offsets_[n]));
  ghost_columns_.resize(static_cast<std::size_t>(ghost_offsets_[n]));
  edge_slots_.assign(2 * static_cast<std::size_t>(mesh.n_edges()), -1);

  std::vector<LocalIndex> next_lower(own_offsets_.begin(), own_offsets_.end() - 1);
  std::vector<LocalIndex> next_higher(diagonal_slots_);
  std::vector<LocalIndex> next_ghost(ghost_offsets_.begin(), ghost_offsets_.end() - 1);
  for (std::size_t row = 0; row < n; ++row) {
    own_columns_[static_cast<std::size_t>(next_higher[row]++)] = static_cast<LocalIndex>(row);
  }
  for (LocalIndex edge = 0; edge < mesh.n_edges(); ++edge) {
    const LocalIndex first = mesh.edges[2 * edge], second = mesh.edges[2 * edge + 1];
    LocalIndex* slots = &edge_slots_[2 * static_cast<std::size_t>(edge)];
    if (second < mesh.n_owned) {
      slots[0] = next_higher[first]++;
      slots[1] = next_lower[second]++;
      own_columns_[static_cast<std::size_t>(slots[0])] = second;
      own_columns_[static_cast<std::size_t>(slots[1])] = first;
    } else {
      slots[0] = next_ghost[first]++;
      ghost_columns_[static_cast<std::size_t>(slots[0])] = second;
    }
  }
}

}  // namespace trireme::flow
