// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/wing_lines.hpp"

#include <algorithm>
#include <cmath>

namespace trireme::mesh::wing {
namespace {

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

Point line_point(const Shape& shape, const LinePlace& place, double eta, double far_eta) {
  const double v = place.span_fraction;
  const double front = shape.leading_edge(v), rear = shape.trailing_edge(v);
  const double near_tip = std::pow(v, 12);
  const double half_chord =
      0.5 * (1 - shape.nose_focus - (shape.nose_focus_at_tip - shape.nose_focus) * near_tip) * (rear - front);
  const double cos_alpha = 1 - place.from_trailing_edge;
  const double sin_alpha = std::sqrt(place.from_trailing_edge * (2 - place.from_trailing_edge));
  const double cos_beta = std::sqrt(place.from_tip * (1 + v));
  double along = std::sqrt(half_chord * half_chord + eta * eta) * cos_alpha;
  const double towards_nose = 0.5 * (1 - cos_alpha);
  const double beyond =
      (shape.tip_trailing_edge - shape.tip_leading_edge) *
      (shape.tip_focus * sin_alpha * sin_alpha + shape.tip_nose_focus * towards_nose * towards_nose);
  const double slit_end = shape.semispan + beyond * near_tip;
  const double outboard = shape.span_stretch * eta;
  double across = std::sqrt(slit_end * slit_end + outboard * outboard) * v;
  const double weight = ellipsoid_weight(eta, far_eta);
  along *= 1 - weight * (1 - std::sqrt(1 - 0.5 * v * v));
  across *= 1 - weight * (1 - std::sqrt(1 - 0.5 * cos_alpha * cos_alpha));
  const double fullness = 1 + (1 - weight) * (shape.span_stretch - 1);
  const double height = fullness * cos_beta / std::sqrt(1 + (fullness * fullness - 1) * cos_beta * cos_beta);
  return {rear - half_chord + along, place.side * (eta * sin_alpha * height), across};
}

double wall_eta(const Shape& shape, const LinePlace& place) {
  if (place.from_trailing_edge == 0)
    return 0;  // the sharp edge is the slit's own; bisection would find rounding errors there
  double inside = 0, outside = near_eta;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = 0.5 * (inside + outside);
    const Point p = line_point(shape, place, middle, 2 * near_eta);
    (is_inside(shape, p[0], p[1], p[2]) ? inside : outside) = middle;
  }
  return inside;
}

}  // namespace trireme::mesh::wing
