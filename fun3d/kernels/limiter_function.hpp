// SPDX-License-Identifier: Apache-2.0
// Slope limiters of one extrapolation. A vertex's state is extrapolated to the middle of an edge by
// `change`; `room` is what the extrema of the vertex and its neighbours allow in the direction of the change
// (of the same sign, or zero). The factor on the gradient is
//   Barth & Jespersen, AIAA 89-0366:            min(1, room / change)
//   Venkatakrishnan, J. Comput. Phys. 118 (1995) 120, eq. 26, divided by change:
//     (room^2 + e^2 + 2 change room) / (room^2 + 2 change^2 + change room + e^2)
// where e^2 > 0 keeps changes small against e unlimited. Beyond room = 2 change, which every linear field has
// since the edge's far end is one of the neighbours, the latter exceeds one; kernels/edge_limiter, which
// calls this, cuts it there.
#pragma once

namespace trireme::flow {

enum class LimiterKind { none, barth_jespersen, venkatakrishnan };

// A change below negligible_change times the range of the neighbours is rounding, and must not limit: along
// an edge on which nothing changes, a vertex that has the least value has no room for any.
inline constexpr double negligible_change = 1e-12;

// Number: double or simd::Pack. change: not zero.
template <class Number>
Number barth_jespersen(const Number& change, const Number& room) {
  return room / change;
}

template <class Number>
Number venkatakrishnan(const Number& change, const Number& room, const Number& epsilon_squared) {
  const Number product = change * room, allowed = room * room + epsilon_squared;
  return (allowed + 2.0 * product) / (allowed + product + 2.0 * (change * change));
}

}  // namespace trireme::flow
