// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/cell_shape.hpp"

#include <algorithm>
#include <cmath>

namespace trireme::mesh {
namespace {

// Relative to the cube of the longest edge: what rounding of the coordinates explains.
constexpr double rounding = 1e-14;

template <class T>
void mirror(CellType type, T* corner) {
  switch (type) {
    case CellType::tetrahedron:
      std::swap(corner[1], corner[2]);
      break;
    case CellType::pyramid:
      std::swap(corner[1], corner[3]);
      break;
    case CellType::prism:
      std::swap_ranges(corner, corner + 3, corner + 3);
      break;
    case CellType::hexahedron:
      std::swap_ranges(corner, corner + 4, corner + 4);
      break;
  }
}

double volume_of_four(const Point& a, const Point& b, const Point& c, const Point& d) {
  return dot(cross(difference(b, a), difference(c, a)), difference(d, a)) / 6;
}

const Point& corner_of(const CellFace& face, const CellCorners& corners, int i) {
  return corners[static_cast<std::size_t>(
      face.corners[static_cast<std::size_t>((i + face.size) % face.size)])];
}

// The smallest share of a corner in the cell's volume: tetrahedra of the corner, the middle of an edge, the
// mean of a face and that of the cell.
double smallest_share(CellType type, const CellCorners& corners) {
  const Point cell_mean = corner_mean(type, corners);
  std::array<double, 8> share{};
  for (const CellFace& face : cell_faces(type)) {
    const Point mean = face_mean(face, corners);
    for (int i = 0; i < face.size; ++i) {
      const int a = face.corners[static_cast<std::size_t>(i)],
                b = face.corners[static_cast<std::size_t>((i + 1) % face.size)];
      const Point &from = corner_of(face, corners, i), &to = corner_of(face, corners, i + 1);
      const Point middle = midpoint(from, to);
      // Outward faces: seen from inside the corners run clockwise.
      share[static_cast<std::size_t>(a)] -= volume_of_four(from, middle, mean, cell_mean);
      share[static_cast<std::size_t>(b)] -= volume_of_four(middle, to, mean, cell_mean);
    }
  }
  return *std::min_element(share.begin(), share.begin() + cell_size(type));
}

Point corner_normal(const CellFace& face, const CellCorners& corners, int i) {
  const Point& at = corner_of(face, corners, i);
  return cross(difference(corner_of(face, corners, i + 1), at),
               difference(corner_of(face, corners, i - 1), at));
}

bool has_folded_face(CellType type, const CellCorners& corners, double longest) {
  for (const CellFace& face : cell_faces(type)) {
    if (face.size < 4) continue;
    const Point area = face_area(face, corners);
    int against = 0;
    for (int i = 0; i < 4; ++i)
      against += dot(corner_normal(face, corners, i), area) < -rounding * std::pow(longest, 4) ? 1 : 0;
    // A bow tie has two corners either way and no area.
    if (against >= 2) return true;
    if (length(area) <= rounding * longest * longest) return true;
  }
  return false;
}

// Six times the smallest tetrahedron that a corner spans with its neighbours.
double smallest_jacobian(CellType type, const CellCorners& corners) {
  double smallest = HUGE_VAL;
  for (const CellFace& face : cell_faces(type)) {
    for (int i = 0; i < face.size; ++i) {
      const int at = face.corners[static_cast<std::size_t>(i)];
      const Point normal = corner_normal(face, corners, i);
      for (const CellEdge& edge : cell_edges(type)) {
        if (edge.first != at && edge.second != at) continue;
        const int other = edge.first == at ? edge.second : edge.first;
        const auto end = face.corners.begin() + face.size;
        if (std::find(face.corners.begin(), end, other) != end) continue;
        const Point along = difference(corners[static_cast<std::size_t>(other)], corner_of(face, corners, i));
        smallest = std::min(smallest, -dot(normal, along));
      }
    }
  }
  return smallest;
}

// Of the trilinear map in the middle of a hexahedron: the three lines that join the means of opposite faces.
double middle_jacobian(const CellCorners& c) {
  const auto mean = [&](int i, int j, int k, int l) {
    return scaled(0.25, sum(sum(c[static_cast<std::size_t>(i)], c[static_cast<std::size_t>(j)]),
                            sum(c[static_cast<std::size_t>(k)], c[static_cast<std::size_t>(l)])));
  };
  const Point x = difference(mean(1, 2, 5, 6), mean(0, 3, 4, 7)),
              y = difference(mean(2, 3, 6, 7), mean(0, 1, 4, 5)),
              z = difference(mean(4, 5, 6, 7), mean(0, 1, 2, 3));
  return dot(cross(x, y), z);
}

}  // namespace

void mirror_cell(CellType type, std::span<GlobalIndex> corners) {
  mirror(type, corners.data());
}

CellCondition examine_cell(CellType type, CellCorners corners) {
  double longest = 0, shortest = HUGE_VAL;
  for (const CellEdge& edge : cell_edges(type)) {
    const double size = length(difference(corners[static_cast<std::size_t>(edge.second)],
                                          corners[static_cast<std::size_t>(edge.first)]));
    longest = std::max(longest, size);
    shortest = std::min(shortest, size);
  }
  if (!(shortest > rounding * longest)) return {CellShape::zero_edge, false};
  const double cube = longest * longest * longest, volume = cell_volume(type, corners);
  if (!(std::abs(volume) > rounding * cube)) {
    // Twice folded cells have no volume either; they are told apart by a corner that has one.
    const bool folded = type != CellType::tetrahedron && smallest_share(type, corners) < -rounding * cube;
    return {folded ? CellShape::folded : CellShape::zero_volume, false};
  }
  const bool mirrored = volume < 0;
  if (mirrored) mirror(type, corners.data());
  if (type == CellType::tetrahedron) return {CellShape::convex, mirrored};
  if (smallest_share(type, corners) < -rounding * cube || has_folded_face(type, corners, longest) ||
      (type == CellType::hexahedron && !(middle_jacobian(corners) > rounding * cube))) {
    return {CellShape::folded, mirrored};
  }
  return {
      smallest_jacobian(type, corners) < -1e-9 * std::abs(volume) ? CellShape::concave : CellShape::convex,
      mirrored};
}

}  // namespace trireme::mesh
