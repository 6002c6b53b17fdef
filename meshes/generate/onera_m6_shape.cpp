// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/onera_m6_shape.hpp"

#include <algorithm>
#include <cmath>

#include "meshes/generate/onera_m6_section.hpp"

namespace trireme::mesh::onera_m6 {

bool is_inside(double x, double y, double z) {
  const double fraction = std::min(z / semispan, 1.0);
  const double front = leading_edge(fraction);
  const double chord = trailing_edge(fraction) - front;
  const double along = (x - front) / chord;
  if (along <= 0 || along >= 1) return false;
  const double beyond = std::max(z - semispan, 0.0);
  return std::sqrt(y * y + beyond * beyond) < chord * onera_m6_half_thickness(along);
}

}  // namespace trireme::mesh::onera_m6
