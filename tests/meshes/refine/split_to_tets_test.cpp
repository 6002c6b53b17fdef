// SPDX-License-Identifier: Apache-2.0
#include "meshes/refine/split_to_tets.hpp"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "meshes/generate/box.hpp"
#include "meshes/generate/naca4.hpp"
#include "solvers/base/error.hpp"
#include "tests/meshes/generate/mesh_checks.hpp"

namespace trireme::mesh {
namespace {

using comm::Communicator;

const std::array<CellCorners, n_cell_types> unit_cells{
    {{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
     {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.4, 0.4, 1}}},
     {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}}},
     {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}}}};

// Every order of the ids: 8! for the hexahedron.
TEST(SplitCell, FillsTheCellAndCutsEveryQuadrilateralAtItsSmallestId) {
  for (int t = 0; t < n_cell_types; ++t) {
    const auto type = static_cast<CellType>(t);
    const CellCorners& corners = unit_cells[static_cast<std::size_t>(t)];
    const double whole = cell_volume(type, corners);
    std::vector<GlobalIndex> ids(static_cast<std::size_t>(cell_size(type)));
    std::iota(ids.begin(), ids.end(), 5);
    std::array<int, 7> orders_with{};
    do {
      const CellSplit split = split_cell(type, ids);
      double volume = 0;
      std::array<std::array<bool, 8>, 8> joined{};
      for (int n = 0; n < split.n; ++n) {
        const auto& tet = split.corners[static_cast<std::size_t>(n)];
        CellCorners p{};
        for (std::size_t i = 0; i < 4; ++i) p[i] = corners[static_cast<std::size_t>(tet[i])];
        const double part = cell_volume(CellType::tetrahedron, p);
        ASSERT_GT(part, 0.1);
        volume += part;
        for (const int a : tet) {
          for (const int b : tet) joined[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = true;
        }
      }
      ASSERT_NEAR(volume, whole, 1e-14);
      for (const CellFace& face : cell_faces(type)) {
        if (face.size == 3) continue;
        std::size_t smallest = 0;
        for (std::size_t i = 1; i < 4; ++i) {
          const auto id = [&](std::size_t k) { return ids[static_cast<std::size_t>(face.corners[k])]; };
          if (id(i) < id(smallest)) smallest = i;
        }
        const auto corner = [&](std::size_t k) { return static_cast<std::size_t>(face.corners[k % 4]); };
        ASSERT_TRUE(joined[corner(smallest)][corner(smallest + 2)]);
        ASSERT_FALSE(joined[corner(smallest + 1)][corner(smallest + 3)]);
      }
      ++orders_with[static_cast<std::size_t>(split.n)];
    } while (std::next_permutation(ids.begin(), ids.end()));
    const std::array<std::array<int, 7>, n_cell_types> only{
        {{0, 24, 0, 0, 0, 0, 0}, {0, 0, 120, 0, 0, 0, 0}, {0, 0, 0, 720, 0, 0, 0}}};
    if (type == CellType::hexahedron) {
      EXPECT_GT(orders_with[5], 0);
      EXPECT_EQ(orders_with[5] + orders_with[6], 40320);
    } else {
      EXPECT_EQ(orders_with, only[static_cast<std::size_t>(t)]);
    }
  }
}

class SplitBox : public ::testing::TestWithParam<BoxCells> {};

TEST_P(SplitBox, KeepsVolumePointsAndMarkersAndStaysConforming) {
  BoxOptions options;
  options.nx = 4, options.ny = 3, options.nz = 5;
  options.cells = GetParam();
  for (const double perturbation : {0.0, 0.16}) {
    options.perturbation = perturbation;
    const DistributedMesh before = generate_box(Communicator::self(), options);
    DistributedMesh mesh = before;
    split_to_tets(Communicator::self(), mesh);
    EXPECT_EQ(mesh.points, before.points);
    EXPECT_EQ(mesh.n_cells, static_cast<GlobalIndex>(mesh.cell_types.size()));
    EXPECT_EQ(std::count(mesh.cell_types.begin(), mesh.cell_types.end(), CellType::tetrahedron),
              mesh.n_cells);
    const auto volumes = testing::measure_volumes(mesh);
    EXPECT_GT(volumes.smallest, 0.0);
    EXPECT_NEAR(volumes.total, 1, 1e-13);
    const auto conformity = testing::check_conformity(mesh);
    EXPECT_EQ(conformity.faults, 0);
    EXPECT_EQ(conformity.faces_of_cell_and_facet, mesh.n_facets);
    for (const auto& [name, marker] : testing::measure_markers(mesh)) {
      EXPECT_NEAR(marker.area, 1, 1e-13) << name;
    }
    if (GetParam() == BoxCells::tetrahedron) {
      EXPECT_EQ(mesh.cell_vertices, before.cell_vertices);
      EXPECT_TRUE(mesh.notes.empty());
    } else {
      EXPECT_EQ(mesh.notes.size(), 1u);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cells, SplitBox,
                         ::testing::Values(BoxCells::tetrahedron, BoxCells::prism, BoxCells::hexahedron));

TEST(SplitToTets, MixedCellsAroundAnAerofoilKeepTheirVolume) {
  Naca4Options options;
  options.target_vertices = 1500;
  options.extrusion.cells = BrickCells::mixed;
  DistributedMesh mesh = generate_naca4(Communicator::self(), options);
  const auto before = testing::measure_volumes(mesh);
  split_to_tets(Communicator::self(), mesh);
  const auto after = testing::measure_volumes(mesh);
  EXPECT_GT(after.smallest, 0.0);
  EXPECT_NEAR(after.total, before.total, 1e-12 * before.total);
  EXPECT_EQ(testing::check_conformity(mesh).faults, 0);
}

TEST(SplitToTets, IsTheSameMeshForEveryRankCount) {
  const Communicator world(MPI_COMM_WORLD);
  for (const GlobalIndex n : {1, 4}) {
    BoxOptions options;
    options.nx = options.ny = options.nz = n;
    options.cells = BoxCells::hexahedron;
    options.perturbation = 0.1;
    DistributedMesh part = generate_box(world, options);
    DistributedMesh whole = generate_box(Communicator::self(), options);
    split_to_tets(world, part);
    split_to_tets(Communicator::self(), whole);
    EXPECT_TRUE(testing::is_part_of(part, whole));
  }
}

TEST(SplitToTets, ACellThatIsTooWarpedIsTheSameErrorOnEveryRank) {
  const Communicator world(MPI_COMM_WORLD);
  BoxOptions options;
  options.nx = options.ny = options.nz = 3;
  options.cells = BoxCells::hexahedron;
  DistributedMesh mesh = generate_box(world, options);
  for (Point& p : mesh.points) {
    if (p == Point{1.0 / 3, 1.0 / 3, 1.0 / 3}) p = {0.75, 0.75, 0.75};
  }
  try {
    split_to_tets(world, mesh);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), 2);
    EXPECT_NE(std::string(error.what()).find("is too warped"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("split_to_tets"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace trireme::mesh
