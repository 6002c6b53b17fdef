// SPDX-License-Identifier: Apache-2.0
// Points distributed over ranks, and which of them strongly influence which: all that coarsening looks at.
// Made of a matrix's strong couplings, or of the coarse points of a first splitting
// (coarsen/distance_two_graph).
#pragma once

#include <memory>
#include <span>

#include "amg/matrix/distributed_matrix.hpp"
#include "amg/matrix/local_rows.hpp"

namespace trireme::amg {

// Borrowed.
struct CouplingGraph {
  const comm::Communicator* comm = nullptr;
  std::shared_ptr<const Partition> points;
  std::span<const GlobalIndex> ghosts;             // ascending
  std::shared_ptr<const comm::ExchangePlan> plan;  // brings values of the ghosts
  std::span<const LocalIndex> work;  // offsets [points + 1]: what a point weighs when threads share them
  const Pattern* strong = nullptr;   // row i: the points that strongly influence i, owned, then ghosts

  LocalIndex n_points() const noexcept { return points->n_owned(); }
};

inline CouplingGraph coupling_graph(const MatrixView& matrix, const Pattern& strong) {
  return {matrix.comm, matrix.columns, matrix.ghost_columns, matrix.plan, matrix.diagonal.offsets, &strong};
}

}  // namespace trireme::amg
