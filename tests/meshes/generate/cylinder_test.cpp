// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/cylinder.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"
#include "tests/meshes/generate/plane_checks.hpp"

namespace trireme::mesh {
namespace {

using comm::Communicator;

TEST(Cylinder, IsValidWithEveryCell) {
  for (const BrickCells cells : testing::all_brick_cells) {
    CylinderOptions options;
    options.circumferential_cells = 36;
    options.radial_cells = 17;
    options.extrusion.cells = cells;
    options.extrusion.span_cells = 2;
    options.extrusion.depth = 0.5;
    const auto mesh = generate_cylinder(Communicator::self(), options);
    const double polygon = 18 * std::sin(2 * M_PI / 36);  // of radius 1
    testing::expect_valid_extrusion(mesh, polygon * (20 * 20 - 0.5 * 0.5), 0.5);
    auto markers = testing::measure_markers(mesh);
    EXPECT_NEAR(markers["wall"].area, 36 * std::sin(M_PI / 36) * 0.5, 1e-12);
    EXPECT_NEAR(length(markers["wall"].vector), 0, 1e-13);
    EXPECT_EQ(mesh.n_points, 36 * 18 * 3);
  }
}

TEST(Cylinder, IsMirroredExactly) {
  CylinderOptions options;
  options.target_vertices = 2000;
  const auto mesh = generate_cylinder(Communicator::self(), options);
  std::map<std::array<double, 3>, int> points;
  for (const Point& p : mesh.points) ++points[{p[0], std::abs(p[1]), p[2]}];
  for (const auto& [p, count] : points) EXPECT_EQ(count, p[1] == 0 ? 1 : 2);
}

TEST(Cylinder, ComesCloseToTheTarget) {
  CylinderOptions options;
  for (const GlobalIndex target : {200, 650, 2100, 7000, 40000}) {
    options.target_vertices = target;
    EXPECT_NEAR(static_cast<double>(generate_cylinder(Communicator::self(), options).n_points),
                static_cast<double>(target), 0.15 * static_cast<double>(target));
  }
}

TEST(Cylinder, RefusesWhatDoesNotFit) {
  const auto refuses = [](auto change) {
    CylinderOptions options;
    change(options);
    EXPECT_THROW(generate_cylinder(Communicator::self(), options), Error);
  };
  refuses([](CylinderOptions& o) { o.circumferential_cells = 20; });
  refuses([](CylinderOptions& o) { o.circumferential_cells = 21, o.radial_cells = 5; });
  refuses([](CylinderOptions& o) { o.far_field_distance = 0.4; });
  refuses([](CylinderOptions& o) { o.extrusion.depth = -1; });
}

}  // namespace
}  // namespace trireme::mesh
