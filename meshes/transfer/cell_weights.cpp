// SPDX-License-Identifier: Apache-2.0
#include "meshes/transfer/cell_weights.hpp"

#include <algorithm>

namespace trireme::mesh {
namespace {

// Barycentric coordinates by volumes; a flat tetrahedron holds nothing.
bool barycentric(const std::array<Point, 4>& p, const Point& x, std::array<double, 4>& result) {
  const Point a = difference(p[1], p[0]), b = difference(p[2], p[0]), c = difference(p[3], p[0]);
  const Point r = difference(x, p[0]);
  const double volume = dot(a, cross(b, c));
  if (volume == 0) return false;
  result[1] = dot(r, cross(b, c)) / volume;
  result[2] = dot(a, cross(r, c)) / volume;
  result[3] = dot(a, cross(b, r)) / volume;
  result[0] = 1 - result[1] - result[2] - result[3];
  return true;
}

}  // namespace

CellWeights weights_in_cell(CellType type, const CellCorners& corners, const Point& x) {
  CellWeights best;
  std::array<double, 4> lambda;
  if (type == CellType::tetrahedron) {
    if (!barycentric({corners[0], corners[1], corners[2], corners[3]}, x, lambda)) return best;
    std::copy(lambda.begin(), lambda.end(), best.weights.begin());
    best.depth = *std::min_element(lambda.begin(), lambda.end());
    return best;
  }
  const int size = cell_size(type);
  const Point centre = corner_mean(type, corners);
  for (const CellFace& face : cell_faces(type)) {
    const Point middle = face_mean(face, corners);
    for (int i = 0; i < face.size; ++i) {
      const auto a = static_cast<std::size_t>(face.corners[static_cast<std::size_t>(i)]);
      const auto b = static_cast<std::size_t>(face.corners[static_cast<std::size_t>((i + 1) % face.size)]);
      if (!barycentric({centre, middle, corners[a], corners[b]}, x, lambda)) continue;
      const double depth = *std::min_element(lambda.begin(), lambda.end());
      if (best.depth >= depth) continue;
      best.depth = depth;
      best.weights.fill(0);
      for (int k = 0; k < size; ++k) best.weights[static_cast<std::size_t>(k)] += lambda[0] / size;
      for (int k = 0; k < face.size; ++k)
        best.weights[static_cast<std::size_t>(face.corners[static_cast<std::size_t>(k)])] +=
            lambda[1] / face.size;
      best.weights[a] += lambda[2];
      best.weights[b] += lambda[3];
    }
  }
  return best;
}

}  // namespace trireme::mesh
