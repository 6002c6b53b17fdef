// SPDX-License-Identifier: Apache-2.0
// How messages name points and places. Called by the checks of meshes and the distribution.
#pragma once

#include <string>

#include <fmt/format.h>

#include "meshes/core/point.hpp"
#include "solvers/base/types.hpp"

namespace trireme::mesh {

// "x 0.5, y 0, z 0"
inline std::string coordinates_text(const Point& x) {
  return fmt::format("x {:.9g}, y {:.9g}, z {:.9g}", x[0], x[1], x[2]);
}

// "point 7 (x 0.5, y 0, z 0)"
inline std::string point_text(GlobalIndex id, const Point& x) {
  return fmt::format("point {} ({})", id, coordinates_text(x));
}

}  // namespace trireme::mesh
