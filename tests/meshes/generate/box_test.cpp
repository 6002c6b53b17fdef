// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/box.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"
#include "solvers/comm/reduction.hpp"
#include "tests/meshes/generate/mesh_checks.hpp"

namespace trireme::mesh {
namespace {

using comm::Communicator;

class BoxOfCells : public ::testing::TestWithParam<BoxCells> {};

TEST_P(BoxOfCells, IsValidConformingAndFillsTheBox) {
  BoxOptions options;
  options.nx = 5, options.ny = 3, options.nz = 4;
  options.origin = {-1, 2, 0.5};
  options.extent = {2, 1, 3};
  options.cells = GetParam();
  for (const double perturbation : {0.0, 0.16}) {
    options.perturbation = perturbation;
    const DistributedMesh mesh = generate_box(Communicator::self(), options);
    const auto volumes = testing::measure_volumes(mesh);
    EXPECT_GT(volumes.smallest, 0.0);
    EXPECT_NEAR(volumes.total, 6.0, 1e-12);
    const auto conformity = testing::check_conformity(mesh);
    EXPECT_EQ(conformity.faults, 0);
    EXPECT_EQ(conformity.faces_of_cell_and_facet, mesh.n_facets);
    const auto markers = testing::measure_markers(mesh);
    ASSERT_EQ(markers.size(), 6u);
    const double sides[3] = {3, 6, 2};  // areas of the sides across x, y, z
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (const double sign : {-1.0, 1.0}) {
        const auto& marker =
            markers.at(std::string(1, static_cast<char>('x' + axis)) + (sign < 0 ? "_min" : "_max"));
        EXPECT_NEAR(marker.area, sides[axis], 1e-12);
        for (std::size_t other = 0; other < 3; ++other) {
          EXPECT_NEAR(marker.vector[other], other == axis ? sign * sides[axis] : 0.0, 1e-12);
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cells, BoxOfCells,
                         ::testing::Values(BoxCells::tetrahedron, BoxCells::prism, BoxCells::hexahedron));

TEST(Box, PerturbationMovesInteriorPointsAndDependsOnTheSeed) {
  BoxOptions options;
  options.nx = options.ny = options.nz = 4;
  const auto regular = generate_box(Communicator::self(), options);
  options.perturbation = 0.1;
  const auto perturbed = generate_box(Communicator::self(), options);
  options.seed = 2;
  const auto reseeded = generate_box(Communicator::self(), options);
  int interior = 0;
  for (std::size_t i = 0; i < regular.points.size(); ++i) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double x = regular.points[i][axis];
      const double moved = std::abs(perturbed.points[i][axis] - x);
      if (x == 0 || x == 1) {
        EXPECT_EQ(moved, 0.0);
      } else {
        ++interior;
        EXPECT_GT(moved, 0.0);
        EXPECT_LE(moved, 0.1 / 4);
        EXPECT_NE(perturbed.points[i][axis], reseeded.points[i][axis]);
      }
    }
  }
  EXPECT_EQ(interior, 3 * 3 * 5 * 5);
}

TEST(Box, TargetVerticesSetsTheBricks) {
  BoxOptions options;
  options.extent = {4, 1, 2};
  for (const GlobalIndex target : {8, 500, 20000, 300000}) {
    options.target_vertices = target;
    const auto mesh = generate_box(Communicator::self(), options);
    EXPECT_GE(mesh.n_points, target);
    EXPECT_LE(static_cast<double>(mesh.n_points), 1.6 * static_cast<double>(target) + 100);
  }
}

TEST(Box, IsTheSameMeshForEveryRankCount) {
  const Communicator world(MPI_COMM_WORLD);
  BoxOptions options;
  options.nx = 4, options.ny = 5, options.nz = 3;
  options.perturbation = 0.1;
  EXPECT_TRUE(testing::is_part_of(generate_box(world, options), generate_box(Communicator::self(), options)));
  options.nx = options.ny = options.nz = 1;  // six cells, eight points
  const auto part = generate_box(world, options);
  EXPECT_TRUE(testing::is_part_of(part, generate_box(Communicator::self(), options)));
  EXPECT_EQ(comm::all_sum(world, static_cast<GlobalIndex>(part.points.size())), 8);
  EXPECT_EQ(comm::all_sum(world, static_cast<GlobalIndex>(part.cell_types.size())), 6);
}

TEST(Box, RefusesPerturbationsThatMayTurnCellsOver) {
  BoxOptions options;
  options.nx = options.ny = options.nz = 2;
  for (const double perturbation : {-0.01, 0.17, 0.25, HUGE_VAL, std::nan("")}) {
    options.perturbation = perturbation;
    EXPECT_THROW(generate_box(Communicator::self(), options), Error) << perturbation;
  }
}

TEST(Box, RefusesCountsGivenInPart) {
  BoxOptions options;
  options.nx = 3;
  EXPECT_THROW(generate_box(Communicator::self(), options), Error);
}

}  // namespace
}  // namespace trireme::mesh
