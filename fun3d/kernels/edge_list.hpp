// SPDX-License-Identifier: Apache-2.0
// The edges one thread visits, in visiting order, with everything an edge loop reads in step with it. A view:
// the arrays belong to discretization/edge_plan. Every edge kernel takes one of these.
//
// Owner-only writes: an edge between two threads appears in both lists, each thread computes its flux (the
// same operations on the same numbers, hence the same bits) and adds it only to the vertices it owns. Within
// a list edges ascend in the mesh's edge order, so every vertex sums its edges in the same order whatever the
// thread count.
#pragma once

#include <cstdint>
#include <span>

#include "solvers/base/types.hpp"

namespace trireme::flow {

// Which ends of an edge the thread writes.
inline constexpr std::uint8_t writes_first = 1;
inline constexpr std::uint8_t writes_second = 2;

struct EdgeList {
  std::span<const LocalIndex> ends;      // [n, 2] local vertices
  std::span<const std::uint8_t> writes;  // [n] writes_first | writes_second
  std::span<const double> normals;       // [n, 4] unit normal from first to second, area of the dual face
  std::span<const double> vectors;       // [n, 3] second minus first end
  std::span<const double> weights;       // [n] squared least-squares weights, empty when all are one

  LocalIndex size() const { return static_cast<LocalIndex>(writes.size()); }
};

}  // namespace trireme::flow
