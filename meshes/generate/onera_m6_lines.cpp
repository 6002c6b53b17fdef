// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/onera_m6_lines.hpp"

#include <algorithm>
#include <cmath>

#include "meshes/generate/onera_m6_shape.hpp"

namespace trireme::mesh::onera_m6 {
namespace {

// The slit ends half a nose radius behind the leading edge, where the focus of the osculating parabola lies;
// the radius is 0.0151 chords.
constexpr double nose_focus = 0.0075, nose_focus_at_tip = 0.03;

// At the tip the slit ends inside the rounding, at most this many tip chords beyond the last section (whose
// half thickness is 0.049): the wall then keeps about the same eta around the tip.
constexpr double tip_focus = 0.028;
constexpr double tip_nose_focus = 0.013;

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

Point line_point(const LinePlace& place, double eta, double far_eta) {
  const double v = place.span_fraction;
  const double front = leading_edge(v), rear = trailing_edge(v);
  const double near_tip = std::pow(v, 12);
  const double half_chord =
      0.5 * (1 - nose_focus - (nose_focus_at_tip - nose_focus) * near_tip) * (rear - front);
  const double cos_alpha = 1 - place.from_trailing_edge;
  const double sin_alpha = std::sqrt(place.from_trailing_edge * (2 - place.from_trailing_edge));
  const double cos_beta = std::sqrt(place.from_tip * (1 + v));
  double along = std::sqrt(half_chord * half_chord + eta * eta) * cos_alpha;
  const double towards_nose = 0.5 * (1 - cos_alpha);
  const double beyond = (tip_trailing_edge - tip_leading_edge) *
                        (tip_focus * sin_alpha * sin_alpha + tip_nose_focus * towards_nose * towards_nose);
  const double slit_end = semispan + beyond * near_tip;
  double across = std::sqrt(slit_end * slit_end + eta * eta) * v;
  const double weight = ellipsoid_weight(eta, far_eta);
  along *= 1 - weight * (1 - std::sqrt(1 - 0.5 * v * v));
  across *= 1 - weight * (1 - std::sqrt(1 - 0.5 * cos_alpha * cos_alpha));
  return {rear - half_chord + along, place.side * (eta * sin_alpha * cos_beta), across};
}

double wall_eta(const LinePlace& place) {
  if (place.from_trailing_edge == 0)
    return 0;  // the sharp edge is the slit's own; bisection would find rounding errors there
  double inside = 0, outside = near_eta;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = 0.5 * (inside + outside);
    const Point p = line_point(place, middle, 2 * near_eta);
    (is_inside(p[0], p[1], p[2]) ? inside : outside) = middle;
  }
  return inside;
}

}  // namespace trireme::mesh::onera_m6
