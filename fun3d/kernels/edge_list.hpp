// SPDX-License-Identifier: Apache-2.0
// The edges one thread visits, in visiting order, with everything an edge loop reads in step with it. A view:
// the arrays belong to discretization/edge_plan. Every edge kernel takes one of these.
//
// Owner-only writes: an edge between two threads appears in both lists, each thread computes its flux (the
// same operations on the same numbers, hence the same bits) and adds it only to the vertices it owns. Within
// a list edges ascend in the mesh's edge order, so every vertex sums its edges in the same order whatever the
// thread count.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "fun3d/physics/state.hpp"
#include "solvers/base/types.hpp"

namespace trireme::flow {

// Which ends of an edge the thread writes.
inline constexpr std::uint8_t writes_first = 1;
inline constexpr std::uint8_t writes_second = 2;

// Vectors come as three arrays, so that a loop over several edges at once loads them as they lie.
using EdgeVectors = std::array<std::span<const double>, 3>;

struct EdgeList {
  std::span<const LocalIndex> ends;      // [n, 2] local vertices
  std::span<const std::uint8_t> writes;  // [n] writes_first | writes_second
  EdgeVectors normals;                   // [3][n] unit normal of the dual face, from first to second
  std::span<const double> areas;         // [n] of the dual face
  EdgeVectors vectors;                   // [3][n] second minus first end
  std::span<const double> weights;       // [n] squared least-squares weights, empty when all are one

  LocalIndex size() const { return static_cast<LocalIndex>(writes.size()); }
  LocalIndex first(LocalIndex edge) const { return ends[2 * static_cast<std::size_t>(edge)]; }
  LocalIndex second(LocalIndex edge) const { return ends[2 * static_cast<std::size_t>(edge) + 1]; }
  Vector3 normal(LocalIndex edge) const { return {normals[0][edge], normals[1][edge], normals[2][edge]}; }
};

}  // namespace trireme::flow
