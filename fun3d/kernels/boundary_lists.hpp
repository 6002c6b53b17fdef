// SPDX-License-Identifier: Apache-2.0
// The boundary as the boundary kernels see it: loops run over vertices, not facets, so that every vertex has
// one writer and one order of summation. Views: the arrays belong to discretization/boundary_plan.
#pragma once

#include <span>

#include "solvers/base/types.hpp"

namespace trireme::flow {

// Wall vertices with the facet corners they are in. Corner c of vertex number b, offsets[b] <= c < offsets[b
// + 1].
struct WallCorners {
  std::span<const LocalIndex> vertices;  // [n] owned local vertices, ascending
  std::span<const LocalIndex> offsets;   // [n + 1]
  std::span<const LocalIndex> others;    // [n_corners, 2] the facet's other two vertices
  std::span<const double> thirds;        // [n_corners, 3] a third of the facet's outward area vector

  LocalIndex size() const { return static_cast<LocalIndex>(vertices.size()); }
};

// Boundary vertices with the sum of the thirds of all their facets of one kind.
struct LumpedVertices {
  std::span<const LocalIndex> vertices;  // [n] owned local vertices, ascending
  std::span<const double> normals;       // [n, 4] outward unit normal, area

  LocalIndex size() const { return static_cast<LocalIndex>(vertices.size()); }
};

}  // namespace trireme::flow
