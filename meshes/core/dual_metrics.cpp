// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/dual_metrics.hpp"

#include "meshes/core/cell_geometry.hpp"
#include "solvers/base/assert.hpp"

namespace trireme::mesh {

DualMetrics compute_dual_metrics(const LocalCells& cells, std::span<const double> coordinates,
                                 const LocalEdges& edges) {
  const LocalIndex n_rows = static_cast<LocalIndex>(edges.row_offsets.size()) - 1;
  DualMetrics metrics;
  metrics.edge_normals.assign(3 * static_cast<std::size_t>(edges.n_edges()), 0.0);
  metrics.volumes.assign(static_cast<std::size_t>(n_rows), 0.0);

  CellCorners corners;
  std::array<Point, 6> face_means;
  for (LocalIndex c = 0; c < cells.size(); ++c) {
    const CellType type = cells.types[c];
    const LocalIndex* vertex = cells.vertices.data() + cells.offsets[c];
    // Relative to the first corner, so that rounding scales with the cell and not with its distance from the
    // origin.
    const double* origin = coordinates.data() + 3 * static_cast<std::size_t>(vertex[0]);
    for (int i = 0; i < cell_size(type); ++i) {
      const double* x = coordinates.data() + 3 * static_cast<std::size_t>(vertex[i]);
      corners[i] = {x[0] - origin[0], x[1] - origin[1], x[2] - origin[2]};
    }
    const Point cell_mean = corner_mean(type, corners);
    const auto faces = cell_faces(type);
    for (std::size_t f = 0; f < faces.size(); ++f) face_means[f] = face_mean(faces[f], corners);

    for (const CellEdge& edge : cell_edges(type)) {
      // The rim midpoint, right mean, cell mean, left mean spans an area of half the product of its
      // diagonals.
      const Point middle = midpoint(corners[edge.first], corners[edge.second]);
      const Point area = scaled(0.5, cross(difference(cell_mean, middle),
                                           difference(face_means[edge.left], face_means[edge.right])));
      // Pyramids from either end over this surface; both have the height of half the edge.
      const double volume = dot(difference(corners[edge.second], corners[edge.first]), area) / 6;

      const LocalIndex first = vertex[edge.first], second = vertex[edge.second];
      if (first < n_rows) metrics.volumes[first] += volume;
      if (second < n_rows) metrics.volumes[second] += volume;
      const bool forward = first < second;
      if ((forward ? first : second) >= n_rows) continue;
      const LocalIndex e = forward ? edges.find(first, second) : edges.find(second, first);
      double* normal = metrics.edge_normals.data() + 3 * static_cast<std::size_t>(e);
      for (int d = 0; d < 3; ++d) normal[d] += forward ? area[d] : -area[d];
    }
  }
  return metrics;
}

int split_boundary_facet(std::span<const Point> corners, std::span<FacetTriangle, 4> triangles) {
  TRIREME_EXPECT(corners.size() == 3 || corners.size() == 4);
  if (corners.size() == 3) {
    triangles[0] = {{0, 1, 2}, triangle_area(corners[0], corners[1], corners[2])};
    return 1;
  }
  const Point whole =
      scaled(0.5, cross(difference(corners[2], corners[0]), difference(corners[3], corners[1])));
  for (int i = 0; i < 4; ++i) {
    const int before = (i + 3) % 4, after = (i + 1) % 4;
    const Point around = triangle_area(corners[before], corners[i], corners[after]);
    triangles[i] = {{before, i, after}, difference(scaled(0.75, around), scaled(0.125, whole))};
  }
  return 4;
}

}  // namespace trireme::mesh
