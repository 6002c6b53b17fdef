// SPDX-License-Identifier: Apache-2.0
// The family of lines from a half wing to the far field on which generate/wing_grid places its points; the
// lines of the symmetry plane also are those of a plane section (generate/naca4). Lengths are root chords
// (generate/wing_shape); the camber is added afterwards.
//
// The wing's chord plane is a slit whose angles run alpha in [0, 2 pi) around the section (0 at the trailing
// edge, pi at the leading edge, the upper side in between) and beta in [0, pi/2] from root to tip. Surfaces
// of constant eta are the confocal ellipsoids' relatives
//   x = x_c(v) + sqrt(a(v)^2 + eta^2) cos(alpha),  y = eta sin(alpha) cos(beta),
//   z = sqrt(b^2 + (s eta)^2) v,  v = sin(beta)
// with half chord a, slit centre x_c, semispan b and the span's stretch s (1 unless the wing is slender; then
// y has s cos(beta) / sqrt(1 + (s^2 - 1) cos(beta)^2) in place of cos(beta), which is the same inboard);
// further out they change smoothly into true ellipsoids, which hides the corners of the slit. In every plane
// across an edge of the slit these are the conformal coordinates of that edge, so lines of constant (alpha,
// beta) fan out around sharp trailing edge, nose and tip without crossing. The wing lies at eta =
// eta_wall(alpha, beta), found by bisection, and each line is the part of its coordinate line outside the
// wing: the sheared coordinates of Jameson and Caughey (AIAA 77-635) with slit ends at the trailing edge and
// inside the nose.
#pragma once

#include "meshes/core/point.hpp"
#include "meshes/generate/wing_shape.hpp"

namespace trireme::mesh::wing {

// Position of a line: around the section by 1 - cos(alpha), upper or lower side, along the span by v.
// Distances from the edges are given since they are exact there.
struct LinePlace {
  double from_trailing_edge = 0;  // 1 - cos(alpha) in [0, 2], half chords of the slit
  double side = 1;                // +1 upper, -1 lower
  double span_fraction = 0;       // v in [0, 1]
  double from_tip = 1;            // 1 - v
};

// Where the coordinate line leaves the wing; zero on the sharp trailing edge. Local, about 60 evaluations of
// the section.
double wall_eta(const Shape& shape, const LinePlace& place);

// Point of the line at eta >= 0; far_eta is the eta of the far field, where the surface is an ellipsoid.
Point line_point(const Shape& shape, const LinePlace& place, double eta, double far_eta);

// The scale on which eta grows from linear to exponential along a line: eta = eta_scale * sinh(mu).
inline constexpr double eta_scale = 0.39;

}  // namespace trireme::mesh::wing
