// SPDX-License-Identifier: Apache-2.0
// The six tetrahedra of a brick after Kuhn: one for each order in which the three index directions can be
// walked from corner 0 to corner 7. Bricks that are cut from corners with the same directions, or with
// directions mirrored at the face between them, share that face's diagonal, so the cut is conforming without
// any choice per brick. Called by the generators. Source: Kuhn, "Some combinatorial lemmas in topology", IBM
// J. Res. Dev. 4 (1960), doi 10.1147/rd.45.0518.
#pragma once

#include <array>

namespace trireme::mesh {

// Corner c of a brick lies at offset (c & 1, c >> 1 & 1, c >> 2 & 1) along the three index directions.
inline constexpr int kuhn_tetrahedra = 6;

// What the three directions form.
enum class Frame { right_handed, left_handed };

// Four corners of tetrahedron t (0..5), positively oriented.
constexpr std::array<int, 4> kuhn_corners(int t, Frame frame) {
  constexpr std::array<std::array<int, 3>, kuhn_tetrahedra> walks{
      {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}};
  const auto& walk = walks[static_cast<std::size_t>(t)];
  const int after_one = 1 << walk[0];
  const int after_two = after_one | 1 << walk[1];
  const bool odd_walk = t >= 3;
  if (odd_walk != (frame == Frame::left_handed)) return {0, after_two, after_one, 7};
  return {0, after_one, after_two, 7};
}

}  // namespace trireme::mesh
