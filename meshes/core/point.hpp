// SPDX-License-Identifier: Apache-2.0
// A point or an area vector of three-dimensional space, and the few operations that metrics need. Used by
// every part of meshes/; lengths are in the mesh's own unit.
#pragma once

#include <array>
#include <cmath>

namespace trireme::mesh {

using Point = std::array<double, 3>;

inline Point difference(const Point& a, const Point& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Point sum(const Point& a, const Point& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline Point scaled(double factor, const Point& a) {
  return {factor * a[0], factor * a[1], factor * a[2]};
}
inline Point midpoint(const Point& a, const Point& b) {
  return scaled(0.5, sum(a, b));
}
inline double dot(const Point& a, const Point& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline double length(const Point& a) {
  return std::sqrt(dot(a, a));
}
inline Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
// Area vector of the triangle a, b, c by the right-hand rule; its length is the area.
inline Point triangle_area(const Point& a, const Point& b, const Point& c) {
  return scaled(0.5, cross(difference(b, a), difference(c, a)));
}

}  // namespace trireme::mesh
