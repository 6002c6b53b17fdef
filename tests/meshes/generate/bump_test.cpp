// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/bump.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"
#include "tests/meshes/generate/plane_checks.hpp"

namespace trireme::mesh {
namespace {

using comm::Communicator;

// Between even grid lines, floor facets being straight.
double area_above(const BumpOptions& options, double bump_height, double height) {
  const std::int64_t n = options.resolution.streamwise_cells;
  double area = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const double dx = options.length / static_cast<double>(n);
    const double x = -0.5 * options.length + dx * static_cast<double>(i);
    area += dx * (height - 0.5 * (bump_floor(options.shape, bump_height, x) +
                                  bump_floor(options.shape, bump_height, x + dx)));
  }
  return area;
}

TEST(Bump, IsValidWithEveryShapeAndCell) {
  for (const BumpShape shape : {BumpShape::gaussian, BumpShape::circular_arc}) {
    for (const BrickCells cells : testing::all_brick_cells) {
      for (const std::int64_t span_cells : {1, 3}) {
        BumpOptions options;
        options.shape = shape;
        options.extrusion.cells = cells;
        options.extrusion.span_cells = span_cells;
        options.resolution.streamwise_cells = 24;
        options.resolution.normal_cells = 7;
        options.resolution.wall_clustering = 0.4;
        const auto mesh = generate_bump(Communicator::self(), options);
        const bool gaussian = shape == BumpShape::gaussian;
        const double height = gaussian ? 0.8 : 1.0;
        testing::expect_valid_extrusion(mesh, area_above(options, gaussian ? 0.0625 : 0.1, height), 0.1);
        auto markers = testing::measure_markers(mesh);
        EXPECT_NEAR(markers["inlet"].vector[0], -0.1 * height, gaussian ? 1e-12 : 1e-14);
        EXPECT_NEAR(markers["outlet"].vector[0], 0.1 * height, gaussian ? 1e-12 : 1e-14);
        EXPECT_NEAR(markers["wall_upper"].vector[1], 0.3, 1e-14);
        EXPECT_NEAR(markers["wall_lower"].vector[1], -0.3, 1e-14);
        EXPECT_EQ(mesh.n_points, 25 * 8 * (span_cells + 1));
      }
    }
  }
}

TEST(Bump, CellsAreThoseAskedFor) {
  BumpOptions options;
  options.resolution.streamwise_cells = 10;
  options.resolution.normal_cells = 5;
  using Counts = std::array<GlobalIndex, n_cell_types>;
  const Counts expected[] = {{300, 0, 0, 0}, {0, 0, 100, 0}, {0, 0, 0, 50}, {0, 0, 40, 30}};
  for (std::size_t n = 0; n < 4; ++n) {
    options.extrusion.cells = testing::all_brick_cells[n];
    EXPECT_EQ(testing::count_types(generate_bump(Communicator::self(), options)), expected[n]);
  }
}

// Cells on the floor before, on and behind the arc.
TEST(Bump, CellsBetweenCornersAddUpToThoseAskedFor) {
  BumpOptions options;
  options.shape = BumpShape::circular_arc;
  options.extrusion.cells = BrickCells::hexahedron;
  options.resolution.normal_cells = 3;
  for (const double length : {2.0, 2.7, 60.0}) {
    options.length = length;
    for (const GlobalIndex columns : {6, 7, 10, 11, 13, 24, 25}) {
      options.resolution.streamwise_cells = columns;
      const auto mesh = generate_bump(Communicator::self(), options);
      EXPECT_EQ(mesh.n_cells, 3 * columns) << length;
      std::array<int, 3> lines{};  // those within the stretches
      for (const Point& p : mesh.points) {
        if (p[2] != 0) continue;
        lines[p[0] < -0.5 ? 0 : p[0] > 0.5 ? 2 : 1] += 1;
      }
      EXPECT_EQ(lines[0], lines[2]) << length << ' ' << columns;
    }
  }
  options.resolution.streamwise_cells = 3;
  EXPECT_EQ(generate_bump(Communicator::self(), options).n_cells, 3 * 6);
}

TEST(Bump, FloorsAreThoseOfTheirCases) {
  EXPECT_EQ(bump_floor(BumpShape::gaussian, 0.0625, 0), 0.0625);
  EXPECT_NEAR(bump_floor(BumpShape::gaussian, 0.0625, 0.2), 0.0625 / M_E, 1e-16);
  EXPECT_NEAR(bump_floor(BumpShape::circular_arc, 0.1, 0), 0.1, 1e-15);
  EXPECT_NEAR(bump_floor(BumpShape::circular_arc, 0.1, 0.5 - 1e-14), 0, 1e-13);
  EXPECT_EQ(bump_floor(BumpShape::circular_arc, 0.1, -0.7), 0);
  // Three points of a circle of radius 1.3 around (0, -1.2).
  const double y = bump_floor(BumpShape::circular_arc, 0.1, 0.3);
  EXPECT_NEAR(std::hypot(0.3, y + 1.2), 1.3, 1e-15);
}

TEST(Bump, CornersOfTheArcAreGridLines) {
  BumpOptions options;
  options.shape = BumpShape::circular_arc;
  for (const GlobalIndex target : {100, 1000, 5000}) {
    options.resolution.target_vertices = target;
    const auto mesh = generate_bump(Communicator::self(), options);
    int corners = 0;
    for (const Point& p : mesh.points) corners += std::abs(p[0]) == 0.5 && p[1] == 0 && p[2] == 0 ? 1 : 0;
    EXPECT_EQ(corners, 2) << target;
  }
}

TEST(Bump, ComesCloseToTheTarget) {
  BumpOptions options;
  for (const std::int64_t span_cells : {1, 4}) {
    options.extrusion.span_cells = span_cells;
    for (const GlobalIndex target : {200, 650, 2100, 7000, 40000}) {
      options.resolution.target_vertices = target;
      for (const BumpShape shape : {BumpShape::gaussian, BumpShape::circular_arc}) {
        options.shape = shape;
        const auto mesh = generate_bump(Communicator::self(), options);
        EXPECT_NEAR(static_cast<double>(mesh.n_points), static_cast<double>(target),
                    0.15 * static_cast<double>(target));
      }
    }
  }
}

TEST(Bump, RefusesWhatDoesNotFit) {
  const auto refuses = [](auto change) {
    BumpOptions options;
    change(options);
    EXPECT_THROW(generate_bump(Communicator::self(), options), Error);
  };
  refuses([](BumpOptions& o) { o.bump_height = 0.3, o.height = 0.2; });
  refuses([](BumpOptions& o) { o.shape = BumpShape::circular_arc, o.bump_height = 0.6; });
  refuses([](BumpOptions& o) { o.length = 1; });
  refuses([](BumpOptions& o) { o.resolution.normal_cells = 3; });
  refuses([](BumpOptions& o) { o.resolution.wall_clustering = 1; });
  refuses([](BumpOptions& o) { o.extrusion.depth = 0; });
  refuses([](BumpOptions& o) { o.extrusion.depth = std::nan(""); });
  refuses([](BumpOptions& o) { o.extrusion.span_cells = 0; });
}

}  // namespace
}  // namespace trireme::mesh
