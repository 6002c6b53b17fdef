// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/onera_m6_lines.hpp"

#include <algorithm>
#include <cmath>

#include "meshes/generate/onera_m6_section.hpp"
#include "meshes/generate/onera_m6_shape.hpp"

namespace trireme::mesh::onera_m6 {
namespace {

// The slit ends half a nose radius behind the leading edge, where the focus of the osculating parabola lies;
// the radius is 0.0151 chords.
constexpr double nose_focus = 0.0075;

// At the tip the slit ends inside the rounding, this share of its radius beyond the last section: the wall
// then keeps about the same eta around the tip.
constexpr double tip_focus = 0.75;

// Radius of the tip's rounding at the chord position where the tip's coordinate line of this alpha starts.
double tip_radius(double alpha) {
  const double chord = tip_trailing_edge - tip_leading_edge;
  const double from_rear = 0.5 * (1 - nose_focus) * (1 - std::cos(alpha));
  return chord * onera_m6_half_thickness(1 - from_rear);
}

// Within this eta lies the whole wing, and the surfaces are those of the slit.
constexpr double near_eta = 0.5;

// 0 up to near_eta, 1 at far_eta, smooth in the logarithmic distance between them.
double ellipsoid_weight(double eta, double far_eta) {
  if (eta <= near_eta) return 0;
  const double near = std::asinh(near_eta / eta_scale), far = std::asinh(far_eta / eta_scale);
  const double t = std::min((std::asinh(eta / eta_scale) - near) / (far - near), 1.0);
  return t * t * (3 - 2 * t);
}

}  // namespace

Point line_point(const LineAngles& angles, double eta, double far_eta) {
  const double v = angles.span_fraction;
  const double front = leading_edge(v), rear = trailing_edge(v);
  const double half_chord = 0.5 * (1 - nose_focus) * (rear - front);
  const double cos_alpha = std::cos(angles.alpha), sin_alpha = std::sin(angles.alpha);
  const double cos_beta = std::sqrt(angles.tip_fraction * (1 + v));
  double along = std::sqrt(half_chord * half_chord + eta * eta) * cos_alpha;
  const double slit_end = semispan + tip_focus * tip_radius(angles.alpha);
  double across = std::sqrt(slit_end * slit_end + eta * eta) * v;
  const double weight = ellipsoid_weight(eta, far_eta);
  along *= 1 - weight * (1 - std::sqrt(1 - 0.5 * v * v));
  across *= 1 - weight * (1 - std::sqrt(1 - 0.5 * cos_alpha * cos_alpha));
  return {rear - half_chord + along, angles.side * (eta * sin_alpha * cos_beta), across};
}

double wall_eta(const LineAngles& angles) {
  double inside = 0, outside = near_eta;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = 0.5 * (inside + outside);
    const Point p = line_point(angles, middle, 2 * near_eta);
    (is_inside(p[0], p[1], p[2]) ? inside : outside) = middle;
  }
  return inside;
}

}  // namespace trireme::mesh::onera_m6
