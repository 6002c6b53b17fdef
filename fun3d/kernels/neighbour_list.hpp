// SPDX-License-Identifier: Apache-2.0
// Vertices one thread writes, each with its neighbours in the order of the mesh's edges: what a loop over
// vertices reads. A view: the arrays belong to discretization/neighbour_plan.
#pragma once

#include <span>

#include "solvers/base/types.hpp"

namespace trireme::flow {

struct NeighbourList {
  std::span<const LocalIndex> vertices;    // [n]
  std::span<const LocalIndex> offsets;     // [n + 1] into the two below
  std::span<const LocalIndex> neighbours;  // local vertices, ghosts included
  std::span<const double> weights;         // squared least-squares weights, empty when all are one

  LocalIndex size() const { return static_cast<LocalIndex>(vertices.size()); }
};

}  // namespace trireme::flow
