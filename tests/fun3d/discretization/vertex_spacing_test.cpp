// SPDX-License-Identifier: Apache-2.0
// The mesh spacing: the side of cubes, and of squares whatever the depth they are extruded by.
#include "fun3d/discretization/vertex_spacing.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <petscsys.h>

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

TEST(VertexSpacing, DoesNotDependOnTheDepthOfPlaneMeshes) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  mesh::BoxOptions options;
  options.nx = options.ny = 4;
  options.nz = 1;
  options.cells = mesh::BoxCells::hexahedron;
  mesh::FlowMesh mesh =
      mesh::build_flow_mesh(comm, mesh::generate_box(comm, options), mesh::PartitionOptions{});
  mesh.dimension = 2;
  const std::vector<double> spacing = vertex_spacing(comm, mesh);
  for (std::size_t z = 2; z < mesh.coordinates.size(); z += 3)
    mesh.coordinates[z] = 7 * mesh.coordinates[z] - 3;
  for (double& volume : mesh.volumes) volume *= 7;
  const std::vector<double> deeper = vertex_spacing(comm, mesh);
  for (LocalIndex vertex = 0; vertex < mesh.n_owned; ++vertex) {
    ASSERT_NEAR(deeper[vertex], spacing[vertex], 1e-12);
    const double* x = &mesh.coordinates[3 * static_cast<std::size_t>(vertex)];
    const bool inside = std::abs(x[0] - 0.5) < 0.4 && std::abs(x[1] - 0.5) < 0.4;
    ASSERT_NEAR(spacing[vertex], inside ? 0.25 : spacing[vertex], 1e-12);
  }
}

}  // namespace
}  // namespace trireme::flow
