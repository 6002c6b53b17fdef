// SPDX-License-Identifier: Apache-2.0
// The mesh spacing: the side of cubes, and of squares whatever the depth they are extruded by.
#include "fun3d/discretization/vertex_spacing.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "meshes/generate/wedge.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"
#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::flow {
namespace {

// Vertices inside a box of cubes have dual cells as large as the cubes.
TEST(VertexSpacing, IsTheSideOfCubes) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto mesh = test::box_mesh(comm, 4, mesh::BoxCells::hexahedron, 0.0);
  const std::vector<double> spacing = vertex_spacing(comm, *mesh);
  for (LocalIndex vertex = 0; vertex < mesh->n_owned; ++vertex) {
    double factor = 1;
    for (int d = 0; d < 3; ++d) {
      const double x = mesh->coordinates[3 * static_cast<std::size_t>(vertex) + d];
      if (x < 0.1 || x > 0.9) factor *= 0.5;
    }
    ASSERT_NEAR(spacing[vertex], 0.25 * std::cbrt(factor), 1e-12);
  }
}

mesh::FlowMesh wedge_mesh(const comm::Communicator& comm, mesh::BrickCells cells, double depth,
                          const mesh::PartitionOptions& partition = {}) {
  mesh::WedgeOptions options;
  options.resolution.target_vertices = 200;
  options.extrusion.cells = cells;
  options.extrusion.depth = depth;
  return mesh::build_flow_mesh(comm, mesh::generate_wedge(comm, options), partition);
}

// Of all ranks, in the order of the generator's ids.
std::vector<double> spacing_by_id(const comm::Communicator& comm, const mesh::FlowMesh& mesh) {
  const auto ids =
      comm::all_gather(comm, std::span(mesh.original_id).first(static_cast<std::size_t>(mesh.n_owned)));
  const auto spacing = comm::all_gather(comm, vertex_spacing(comm, mesh));
  std::vector<double> sorted(spacing.size());
  for (std::size_t i = 0; i < ids.size(); ++i) sorted[static_cast<std::size_t>(ids[i])] = spacing[i];
  return sorted;
}

TEST(VertexSpacing, DoesNotDependOnTheDepthOfPlaneMeshes) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  for (const auto cells : {mesh::BrickCells::tetrahedron, mesh::BrickCells::mixed}) {
    const auto thin = spacing_by_id(comm, wedge_mesh(comm, cells, 0.1));
    const auto thick = spacing_by_id(comm, wedge_mesh(comm, cells, 0.7));
    ASSERT_EQ(thin.size(), thick.size());
    for (std::size_t i = 0; i < thin.size(); ++i) ASSERT_NEAR(thin[i], thick[i], 1e-12 * thick[i]);
  }
}

// Squares as large as the dual cells cover each plane once, and the only one that is left where the planes
// are one.
TEST(VertexSpacing, SquaresCoverThePlaneAlsoWhereItsSidesAreJoined) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  mesh::PartitionOptions joined;
  joined.periodic = {{"symmetry_min", "symmetry_max"}};
  for (const auto cells : {mesh::BrickCells::tetrahedron, mesh::BrickCells::mixed}) {
    const auto area = [&](const mesh::FlowMesh& mesh) {
      double sum = 0;
      for (const double h : spacing_by_id(comm, mesh)) sum += h * h;
      return sum;
    };
    const double depth = 0.3;
    const mesh::FlowMesh mesh = wedge_mesh(comm, cells, depth);
    double volume = 0;
    for (LocalIndex vertex = 0; vertex < mesh.n_owned; ++vertex) volume += mesh.volumes[vertex];
    const double plane = comm::all_sum(comm, volume) / depth;
    EXPECT_NEAR(area(mesh), 2 * plane, 1e-12 * plane);
    EXPECT_NEAR(area(wedge_mesh(comm, cells, depth, joined)), plane, 1e-12 * plane);
  }
}

TEST(VertexSpacing, RefusesPlaneMeshesWithoutDepth) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  mesh::FlowMesh mesh = wedge_mesh(comm, mesh::BrickCells::prism, 0.1);
  for (std::size_t z = 2; z < mesh.coordinates.size(); z += 3) mesh.coordinates[z] = 0;
  EXPECT_THROW(vertex_spacing(comm, mesh), Error);
}

}  // namespace
}  // namespace trireme::flow
