// SPDX-License-Identifier: Apache-2.0
// A half wing as a body: straight edges, one section all along the span, sharp trailing edge, and a tip
// rounded by the half turn of the tip section about its camber line. Lengths are root chords; x streamwise
// from the root's leading edge, y up, z along the span from the symmetry plane. Called by
// generate/wing_lines; made by generate/onera_m6_shape and generate/naca4.
#pragma once

#include <functional>

#include "meshes/core/point.hpp"

namespace trireme::mesh::wing {

// The camber line's ordinate and slope at a place along the chord, in chords.
struct Camber {
  double ordinate = 0, slope = 0;
};

struct Shape {
  double semispan = 1;
  double tip_leading_edge = 0;  // x at z = semispan
  double tip_trailing_edge = 1;

  std::function<double(double)> half_thickness;  // of x in [0, 1], chords; zero at both ends
  std::function<Camber(double)> camber;          // of any x; empty for a symmetric section

  // Where the slit of the line family ends: behind the leading edge by the first two (in chords, inboard and
  // at the tip), beyond the tip by the others (in tip chords, at mid chord and at the nose).
  double nose_focus = 0, nose_focus_at_tip = 0;
  double tip_focus = 0, tip_nose_focus = 0;
  // By how much faster the lines move outboard than forward and aft; more than 1 for slender wings.
  double span_stretch = 1;

  // x of the edges at z = fraction * semispan; fraction in [0, 1].
  double leading_edge(double fraction) const { return tip_leading_edge * fraction; }
  double trailing_edge(double fraction) const { return 1.0 + (tip_trailing_edge - 1.0) * fraction; }
};

// Whether the point lies strictly inside the wing without its camber; z >= 0.
bool is_inside(const Shape& shape, double x, double y, double z);

// Carries a point of the uncambered wing's neighbourhood to the cambered one: y over the camber line becomes
// distance along its normal, by the share `weight` in [0, 1].
Point add_camber(const Shape& shape, const Point& p, double weight);

}  // namespace trireme::mesh::wing
