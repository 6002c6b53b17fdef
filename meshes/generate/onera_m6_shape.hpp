// SPDX-License-Identifier: Apache-2.0
// The ONERA M6 half wing as a body: planform, section and rounded tip, lengths in root chords, x streamwise,
// y up, z along the span from the symmetry plane. Called by generate/onera_m6. Facts: leading edge
// straight from the origin to (0.852145, 1.476018), trailing edge from (1, 0) to (1.414661, 1.476018) in (x,
// z); untwisted; the tip is the half turn of the tip section about its own chord plane's edge z = 1.476018.
#pragma once

#include "meshes/generate/wing_shape.hpp"

namespace trireme::mesh::onera_m6 {

inline constexpr double semispan = 1.476018;
inline constexpr double root_chord = 1.0;
inline constexpr double tip_leading_edge = 0.852145;
inline constexpr double tip_trailing_edge = 1.414661;

// x of the edges at z = fraction * semispan; fraction in [0, 1].
constexpr double leading_edge(double fraction) {
  return tip_leading_edge * fraction;
}
constexpr double trailing_edge(double fraction) {
  return root_chord + (tip_trailing_edge - root_chord) * fraction;
}

// Area of the trapezoid between the edges (the tip's rounding lies outside it).
inline constexpr double planform_area = 0.5 * (root_chord + tip_trailing_edge - tip_leading_edge) * semispan;

wing::Shape shape();

}  // namespace trireme::mesh::onera_m6
