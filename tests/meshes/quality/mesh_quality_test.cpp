// SPDX-License-Identifier: Apache-2.0
#include "meshes/quality/mesh_quality.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "meshes/generate/box.hpp"

namespace trireme::mesh {
namespace {

using comm::Communicator;

DistributedMesh one_cell(CellType type, std::vector<Point> points) {
  DistributedMesh mesh;
  mesh.points = std::move(points);
  mesh.n_points = static_cast<GlobalIndex>(mesh.points.size());
  mesh.n_cells = 1;
  mesh.cell_types = {type};
  for (int i = 0; i < cell_size(type); ++i) mesh.cell_vertices.push_back(i);
  mesh.cell_offsets = {0, cell_size(type)};
  return mesh;
}

TEST(Quality, KnowsTheRegularTetrahedron) {
  const auto mesh = one_cell(CellType::tetrahedron, {{1, 1, 1}, {-1, 1, -1}, {1, -1, -1}, {-1, -1, 1}});
  const MeshQuality quality = measure_quality(Communicator::self(), mesh);
  EXPECT_EQ(quality.inverted_cells, 0);
  EXPECT_NEAR(quality.volume, 8.0 / 3, 1e-14);
  EXPECT_NEAR(quality.smallest_dihedral, std::acos(1.0 / 3) * 180 / M_PI, 1e-10);
  EXPECT_NEAR(quality.largest_dihedral, std::acos(1.0 / 3) * 180 / M_PI, 1e-10);
  EXPECT_NEAR(quality.largest_aspect_ratio, std::sqrt(1.5), 1e-13);
}

TEST(Quality, CountsAnInvertedCell) {
  const auto mesh = one_cell(CellType::tetrahedron, {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}});
  const MeshQuality quality = measure_quality(Communicator::self(), mesh);
  EXPECT_EQ(quality.inverted_cells, 1);
  EXPECT_LT(quality.smallest_volume, 0.0);
  EXPECT_TRUE(std::isinf(quality.largest_aspect_ratio));
}

TEST(Quality, CountsACellThatIsNotANumber) {
  const auto mesh = one_cell(CellType::tetrahedron, {{1, 1, 1}, {1, NAN, -1}, {-1, 1, -1}, {-1, -1, 1}});
  EXPECT_EQ(measure_quality(Communicator::self(), mesh).inverted_cells, 1);
}

TEST(Quality, MeasuresASliver) {
  const double h = 1e-3;  // two crossing diagonals of a square, h apart
  const auto mesh = one_cell(CellType::tetrahedron, {{-1, -1, 0}, {1, 1, 0}, {-1, 1, h}, {1, -1, h}});
  const MeshQuality quality = measure_quality(Communicator::self(), mesh);
  EXPECT_EQ(quality.inverted_cells, 0);
  // Faces through one diagonal rise by h over the half diagonal sqrt(2) on both sides.
  EXPECT_NEAR(quality.largest_dihedral, 180 - 2 * std::atan(h / std::sqrt(2)) * 180 / M_PI, 1e-9);
  EXPECT_GT(quality.cells_of_aspect.back(), 0);
}

TEST(Quality, KnowsCubeAndItsHalves) {
  const Communicator world(MPI_COMM_WORLD);
  BoxOptions options;
  options.nx = options.ny = options.nz = 3;
  options.cells = BoxCells::hexahedron;
  MeshQuality quality = measure_quality(world, generate_box(world, options));
  EXPECT_NEAR(quality.smallest_dihedral, 90, 1e-9);
  EXPECT_NEAR(quality.largest_dihedral, 90, 1e-9);
  EXPECT_NEAR(quality.largest_aspect_ratio, 1, 1e-12);
  options.cells = BoxCells::prism;
  quality = measure_quality(world, generate_box(world, options));
  EXPECT_NEAR(quality.smallest_dihedral, 45, 1e-9);
  EXPECT_NEAR(quality.largest_dihedral, 90, 1e-9);
}

TEST(Quality, IsTheSameForEveryRankCount) {
  const Communicator world(MPI_COMM_WORLD);
  BoxOptions options;
  options.nx = 4, options.ny = 3, options.nz = 2;
  options.perturbation = 0.15;
  const MeshQuality here = measure_quality(world, generate_box(world, options));
  const MeshQuality alone =
      measure_quality(Communicator::self(), generate_box(Communicator::self(), options));
  EXPECT_EQ(here.n_cells, 6 * 4 * 3 * 2);
  EXPECT_EQ(here.smallest_volume, alone.smallest_volume);
  EXPECT_EQ(here.smallest_dihedral, alone.smallest_dihedral);
  EXPECT_EQ(here.largest_dihedral, alone.largest_dihedral);
  EXPECT_EQ(here.largest_aspect_ratio, alone.largest_aspect_ratio);
  EXPECT_EQ(here.cells_of_aspect, alone.cells_of_aspect);
  EXPECT_NEAR(here.volume, 1, 1e-13);
}

TEST(Quality, HasZerosForNoCells) {
  const MeshQuality quality = measure_quality(Communicator(MPI_COMM_WORLD), DistributedMesh{});
  EXPECT_EQ(quality.n_cells, 0);
  EXPECT_EQ(quality.largest_aspect_ratio, 0.0);
}

TEST(Quality, IsToldInLines) {
  BoxOptions options;
  options.nx = options.ny = options.nz = 2;
  const std::string text =
      quality_text(measure_quality(Communicator::self(), generate_box(Communicator::self(), options)));
  EXPECT_NE(text.find("27 points, 48 cells"), std::string::npos) << text;
  EXPECT_NE(text.find("inverted cells 0"), std::string::npos) << text;
  EXPECT_NE(text.find("below 5: 48"), std::string::npos) << text;
}

}  // namespace
}  // namespace trireme::mesh
