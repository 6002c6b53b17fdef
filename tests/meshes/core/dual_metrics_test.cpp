// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/dual_metrics.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "meshes/core/cell_geometry.hpp"

namespace trireme::mesh {
namespace {

// One cell of each shape with every corner displaced, so that quadrilateral faces are warped.
struct WarpedCell {
  CellType type;
  std::vector<Point> corners;
};
const std::vector<WarpedCell> warped_cells{
    {CellType::tetrahedron, {{0, 0, 0}, {1.1, 0.1, -0.1}, {0.2, 0.9, 0.1}, {0.1, 0.2, 1.3}}},
    {CellType::pyramid, {{0, 0, 0.1}, {1.1, 0.1, -0.1}, {1.0, 0.9, 0.2}, {-0.1, 1.1, 0}, {0.4, 0.6, 1.2}}},
    {CellType::prism,
     {{0, 0, 0}, {1.1, 0.1, -0.1}, {0.2, 0.9, 0.1}, {0.1, 0.1, 1}, {1, 0, 1.2}, {0, 1, 0.9}}},
    {CellType::hexahedron,
     {{0, 0, 0.1},
      {1.1, 0, 0},
      {1, 1.2, 0.1},
      {0.1, 1, -0.1},
      {0, 0.1, 1},
      {1, -0.1, 1.1},
      {0.9, 1, 1},
      {0, 1, 1.2}}}};

struct OneCell {
  std::vector<CellType> types;
  std::vector<LocalIndex> vertices, offsets;
  std::vector<double> coordinates;
  LocalEdges edges;
  DualMetrics metrics;

  explicit OneCell(const WarpedCell& cell) : types{cell.type}, vertices(cell.corners.size()) {
    std::iota(vertices.begin(), vertices.end(), 0);
    offsets = {0, static_cast<LocalIndex>(vertices.size())};
    for (const Point& p : cell.corners) coordinates.insert(coordinates.end(), p.begin(), p.end());
    const LocalCells view{types, vertices, offsets};
    edges = build_local_edges(view, static_cast<LocalIndex>(vertices.size()));
    metrics = compute_dual_metrics(view, coordinates, edges);
  }
};

TEST(DualMetrics, SurfacesAroundEveryCornerCloseOnWarpedCells) {
  for (const WarpedCell& cell : warped_cells) {
    const OneCell one(cell);
    std::vector<Point> total(cell.corners.size(), Point{});
    for (LocalIndex v = 0; v < static_cast<LocalIndex>(total.size()); ++v) {
      for (LocalIndex k = one.edges.row_offsets[v]; k < one.edges.row_offsets[v + 1]; ++k) {
        const double* n = one.metrics.edge_normals.data() + 3 * k;
        total[v] = sum(total[v], {n[0], n[1], n[2]});
        total[one.edges.columns[k]] = difference(total[one.edges.columns[k]], {n[0], n[1], n[2]});
      }
    }
    for (const CellFace& face : cell_faces(cell.type)) {
      std::array<Point, 4> rim{};
      for (int i = 0; i < face.size; ++i) rim[i] = cell.corners[face.corners[i]];
      std::array<FacetTriangle, 4> triangles;
      const int n = split_boundary_facet(std::span(rim).first(face.size), triangles);
      for (int t = 0; t < n; ++t) {
        for (const int i : triangles[t].corners) {
          Point& at = total[face.corners[i]];
          at = sum(at, scaled(1.0 / 3, triangles[t].area));
        }
      }
    }
    for (const Point& t : total) EXPECT_LT(length(t), 1e-15) << cell_name(cell.type);
  }
}

TEST(DualMetrics, VolumesArePositiveAndFillTheCell) {
  for (const WarpedCell& cell : warped_cells) {
    const OneCell one(cell);
    CellCorners corners{};
    std::copy(cell.corners.begin(), cell.corners.end(), corners.begin());
    double total = 0;
    for (const double volume : one.metrics.volumes) {
      EXPECT_GT(volume, 0);
      total += volume;
      if (cell.type == CellType::tetrahedron) {
        EXPECT_NEAR(volume, cell_volume(cell.type, corners) / 4, 1e-16);
      }
    }
    EXPECT_NEAR(total, cell_volume(cell.type, corners), 1e-15) << cell_name(cell.type);
  }
}

TEST(DualMetrics, AnEdgeNormalIsTheAreaBetweenTheTwoHalves) {
  // In the unit cube the dual surface of every edge is a square of side 1/2 across it.
  const OneCell cube(
      {CellType::hexahedron,
       {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}});
  ASSERT_EQ(cube.edges.n_edges(), 12);
  for (LocalIndex v = 0; v < 8; ++v) {
    for (LocalIndex k = cube.edges.row_offsets[v]; k < cube.edges.row_offsets[v + 1]; ++k) {
      for (int d = 0; d < 3; ++d) {
        const double along = cube.coordinates[3 * cube.edges.columns[k] + d] - cube.coordinates[3 * v + d];
        EXPECT_DOUBLE_EQ(cube.metrics.edge_normals[3 * k + d], 0.25 * along);
      }
    }
    EXPECT_DOUBLE_EQ(cube.metrics.volumes[v], 0.125);
  }
}

TEST(DualMetrics, ValuesDoNotDependOnTheLocalNumbering) {
  const WarpedCell& cell = warped_cells[3];
  const OneCell one(cell);
  // The same corners in the same order in the cell, but numbered backwards.
  std::vector<LocalIndex> backwards(8);
  for (LocalIndex i = 0; i < 8; ++i) backwards[i] = 7 - i;
  std::vector<double> coordinates(24);
  for (LocalIndex i = 0; i < 8; ++i)
    std::copy_n(one.coordinates.begin() + 3 * i, 3, coordinates.begin() + 3 * (7 - i));
  const LocalCells view{one.types, backwards, one.offsets};
  const LocalEdges edges = build_local_edges(view, 8);
  const DualMetrics metrics = compute_dual_metrics(view, coordinates, edges);
  for (LocalIndex v = 0; v < 8; ++v) {
    EXPECT_EQ(metrics.volumes[7 - v], one.metrics.volumes[v]);
    for (LocalIndex k = one.edges.row_offsets[v]; k < one.edges.row_offsets[v + 1]; ++k) {
      const LocalIndex other = edges.find(7 - one.edges.columns[k], 7 - v);
      for (int d = 0; d < 3; ++d) {
        EXPECT_EQ(metrics.edge_normals[3 * other + d], -one.metrics.edge_normals[3 * k + d]);
      }
    }
  }
}

TEST(DualMetrics, OnlyRowsBelowTheLimitAreKept) {
  const OneCell one(warped_cells[0]);
  const LocalCells view{one.types, one.vertices, one.offsets};
  const LocalEdges edges = build_local_edges(view, 1);
  EXPECT_EQ(edges.columns, (std::vector<LocalIndex>{1, 2, 3}));
  EXPECT_EQ(compute_dual_metrics(view, one.coordinates, edges).volumes,
            std::vector<double>{one.metrics.volumes[0]});
}

}  // namespace
}  // namespace trireme::mesh
