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

// Edges worked on at once: as many as a register of the machine holds, or one. The bits are the same.
enum class EdgeLanes { native, scalar };

// How a loop goes through a list. Only gradient sums, fluxes and, at its lanes, the Jacobian and wave speeds
// look at it.
struct EdgeLoop {
  EdgeLanes lanes = EdgeLanes::native;
  int prefetch = 0;     // edges ahead whose vertices are fetched into the cache
  bool atomic = false;  // other threads write to the same vertices
};

struct EdgeList {
  std::span<const LocalIndex> ends;      // [n, 2] local vertices
  std::span<const std::uint8_t> writes;  // [n] writes_first | writes_second
  EdgeVectors normals;                   // [3][n] unit normal of the dual face, from first to second
  std::span<const double> areas;         // [n] of the dual face
  EdgeVectors vectors;                   // [3][n] second minus first end
  std::span<const double> weights;       // [n] squared least-squares weights, empty when all are one
  EdgeLoop loop;

  LocalIndex size() const { return static_cast<LocalIndex>(writes.size()); }
  LocalIndex first(LocalIndex edge) const { return ends[2 * static_cast<std::size_t>(edge)]; }
  LocalIndex second(LocalIndex edge) const { return ends[2 * static_cast<std::size_t>(edge) + 1]; }
  // Edges [begin, end).
  EdgeList part(LocalIndex begin, LocalIndex end) const {
    const auto b = static_cast<std::size_t>(begin), n = static_cast<std::size_t>(end - begin);
    const auto cut = [&](const EdgeVectors& v) {
      return EdgeVectors{v[0].subspan(b, n), v[1].subspan(b, n), v[2].subspan(b, n)};
    };
    return {ends.subspan(2 * b, 2 * n),
            writes.subspan(b, n),
            cut(normals),
            areas.subspan(b, n),
            cut(vectors),
            weights.empty() ? weights : weights.subspan(b, n),
            loop};
  }
  Vector3 normal(LocalIndex edge) const { return {normals[0][edge], normals[1][edge], normals[2][edge]}; }
};

}  // namespace trireme::flow
