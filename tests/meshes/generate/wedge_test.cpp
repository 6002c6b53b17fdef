// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/wedge.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"
#include "tests/meshes/generate/plane_checks.hpp"

namespace trireme::mesh {
namespace {

using comm::Communicator;

TEST(Wedge, IsValidWithEveryCell) {
  for (const BrickCells cells : testing::all_brick_cells) {
    WedgeOptions options;
    options.extrusion.cells = cells;
    options.extrusion.span_cells = 2;
    options.extrusion.depth = 0.5;
    options.resolution.target_vertices = 900;
    const auto mesh = generate_wedge(Communicator::self(), options);
    const double rise = std::tan(10 * M_PI / 180);
    testing::expect_valid_extrusion(mesh, 1.5 - 0.5 * rise, 0.5);
    auto markers = testing::measure_markers(mesh);
    EXPECT_NEAR(markers["inlet"].vector[0], -0.5, 1e-13);
    EXPECT_NEAR(markers["outlet"].vector[0], 0.5 * (1 - rise), 1e-13);
    EXPECT_NEAR(markers["far_field"].vector[1], 0.75, 1e-13);
    EXPECT_NEAR(markers["wall"].vector[1], -0.25, 1e-13);
    EXPECT_NEAR(markers["wall"].vector[0], 0, 1e-15);
    EXPECT_NEAR(markers["wall_wedge"].vector[1], -0.5, 1e-13);
    EXPECT_NEAR(markers["wall_wedge"].vector[0], 0.5 * rise, 1e-13);
    EXPECT_NEAR(markers["wall_wedge"].area, 0.5 / std::cos(10 * M_PI / 180), 1e-13);
  }
}

TEST(Wedge, ComesCloseToTheTarget) {
  WedgeOptions options;
  for (const GlobalIndex target : {200, 650, 2100, 7000, 40000}) {
    options.resolution.target_vertices = target;
    const auto mesh = generate_wedge(Communicator::self(), options);
    EXPECT_NEAR(static_cast<double>(mesh.n_points), static_cast<double>(target),
                0.15 * static_cast<double>(target));
  }
}

TEST(Wedge, RefusesWhatDoesNotFit) {
  const auto refuses = [](auto change) {
    WedgeOptions options;
    change(options);
    EXPECT_THROW(generate_wedge(Communicator::self(), options), Error);
  };
  refuses([](WedgeOptions& o) { o.angle = 0; });
  refuses([](WedgeOptions& o) { o.angle = std::nan(""); });
  refuses([](WedgeOptions& o) { o.angle = 45; });
  refuses([](WedgeOptions& o) { o.ramp_length = -1; });
  refuses([](WedgeOptions& o) { o.resolution.streamwise_cells = 3; });
}

}  // namespace
}  // namespace trireme::mesh
