// SPDX-License-Identifier: Apache-2.0
// Centroid, faces and signed volume of one cell given its corner points, in the corner order of
// core/cell_type.hpp. A quadrilateral face is the fan of four triangles around the mean of its corners, so
// that two cells that share a warped face agree on it. Used by the metrics, the checks and the quality
// report.
#pragma once

#include <array>

#include "meshes/core/cell_type.hpp"
#include "meshes/core/point.hpp"

namespace trireme::mesh {

// Corner points of one cell; only the first cell_size(type) are set.
using CellCorners = std::array<Point, 8>;

// Mean of the corners.
inline Point corner_mean(CellType type, const CellCorners& corners) {
  Point total = corners[0];
  const int size = cell_size(type);
  for (int i = 1; i < size; ++i) total = sum(total, corners[i]);
  return scaled(1.0 / size, total);
}

// Mean of the corners of one face; the two cells of a face agree to rounding.
inline Point face_mean(const CellFace& face, const CellCorners& corners) {
  Point total = corners[face.corners[0]];
  for (int i = 1; i < face.size; ++i) total = sum(total, corners[face.corners[i]]);
  return scaled(1.0 / face.size, total);
}

// Outward area vector of one face; for a warped quadrilateral that of any surface spanning its rim.
inline Point face_area(const CellFace& face, const CellCorners& corners) {
  if (face.size == 3) {
    return triangle_area(corners[face.corners[0]], corners[face.corners[1]], corners[face.corners[2]]);
  }
  return scaled(0.5, cross(difference(corners[face.corners[2]], corners[face.corners[0]]),
                           difference(corners[face.corners[3]], corners[face.corners[1]])));
}

// Signed volume, by the divergence theorem over the fans of the faces; negative for an inverted cell.
inline double cell_volume(CellType type, const CellCorners& corners) {
  double volume = 0;
  for (const CellFace& face : cell_faces(type)) {
    volume += dot(difference(face_mean(face, corners), corners[0]), face_area(face, corners)) / 3;
  }
  return volume;
}

}  // namespace trireme::mesh
