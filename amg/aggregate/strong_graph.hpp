// SPDX-License-Identifier: Apache-2.0
// The graph on which aggregates are formed: its nodes are the rows of a matrix, or blocks of as many
// consecutive rows as a node of a system has unknowns; its edges are the strong couplings. A coupling is
// strong when its magnitude (of a block: the Frobenius norm) is at least a fraction of the largest one of
// either end, so that a symmetric matrix has a symmetric graph, and a matrix of equal couplings, such as the
// 27-point Laplacian's, loses none of them. Called by aggregation_level.
#pragma once

#include <memory>
#include <vector>

#include "amg/matrix/distributed_matrix.hpp"

namespace trireme::amg {

// Local numbers count the owned nodes, then the ghosts.
struct StrongGraph {
  const comm::Communicator* comm = nullptr;
  std::shared_ptr<const Partition> nodes;
  std::shared_ptr<const comm::ExchangePlan> plan;  // brings values of the ghost nodes
  // [owned nodes]: the places of a node's neighbours. They leave gaps, so that one pass over the matrix does.
  Array<LocalIndex> begins, ends;
  Array<LocalIndex> neighbours;  // local numbers; a node is not its own neighbour

  LocalIndex n_owned() const noexcept { return static_cast<LocalIndex>(begins.size()); }
  LocalIndex n_local() const noexcept { return plan->n_local(); }
  std::span<const LocalIndex> neighbours_of(std::size_t node) const noexcept {
    return std::span(neighbours)
        .subspan(static_cast<std::size_t>(begins[node]), static_cast<std::size_t>(ends[node] - begins[node]));
  }
};

// The largest magnitude of an off-diagonal entry of each row, [n_rows + n_ghosts]: owned rows, then those of
// the ghost columns. NaN counts as none. Collective.
Array<double> largest_couplings(const MatrixView& matrix);

// matrix: square. largest: largest_couplings(matrix). Collective; O(nonzeros).
StrongGraph strong_graph_of_rows(const MatrixView& matrix, std::span<const double> largest, double threshold);

// The same for nodes of block_size rows each. Throws Error (input) on every rank when a rank's rows are no
// multiple of block_size. Collective; O(nonzeros).
StrongGraph strong_graph_of_blocks(const MatrixView& matrix, int block_size, double threshold);

}  // namespace trireme::amg
