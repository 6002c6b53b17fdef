// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/wing_shape.hpp"

#include <algorithm>
#include <cmath>

namespace trireme::mesh::wing {

bool is_inside(const Shape& shape, double x, double y, double z) {
  const double fraction = std::min(z / shape.semispan, 1.0);
  const double front = shape.leading_edge(fraction);
  const double chord = shape.trailing_edge(fraction) - front;
  const double along = (x - front) / chord;
  if (along <= 0 || along >= 1) return false;
  const double beyond = std::max(z - shape.semispan, 0.0);
  return std::sqrt(y * y + beyond * beyond) < chord * shape.half_thickness(along);
}

Point add_camber(const Shape& shape, const Point& p, double weight) {
  const double fraction = std::min(p[2] / shape.semispan, 1.0);
  const double front = shape.leading_edge(fraction), chord = shape.trailing_edge(fraction) - front;
  const auto [ordinate, slope] = shape.camber((p[0] - front) / chord);
  const double cosine = 1 / std::sqrt(1 + slope * slope), sine = slope * cosine;
  return {p[0] - weight * sine * p[1], p[1] + weight * (chord * ordinate - (1 - cosine) * p[1]), p[2]};
}

}  // namespace trireme::mesh::wing
