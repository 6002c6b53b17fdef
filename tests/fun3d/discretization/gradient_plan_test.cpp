// SPDX-License-Identifier: Apache-2.0
// Gradients: exact for linear fields on any mesh and any number of ranks; sane where the stencil is flat.
#include "fun3d/discretization/gradient_plan.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "fun3d/discretization/residual.hpp"
#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::flow {
namespace {

using E = IncompressibleEuler;
constexpr int N = E::n_unknowns;

TEST(Gradients, AreExactForLinearFields) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const double slope[N][3] = {{1, 2, 3}, {-3, 0.5, 6}, {5, -6, 9}, {0, 8, -12}};
  for (const auto cells : {mesh::BoxCells::tetrahedron, mesh::BoxCells::prism, mesh::BoxCells::hexahedron}) {
    for (const auto weights : {GradientWeights::unweighted, GradientWeights::inverse_distance}) {
      const auto mesh = test::box_mesh(comm, 5, cells, cells == mesh::BoxCells::tetrahedron ? 0.16 : 0.0);
      const MeshPlan plan(comm, mesh, test::walled_kinds(), weights);
      EXPECT_EQ(plan.gradients().n_degenerate(), 0);
      std::vector<double> q;
      for (LocalIndex vertex = 0; vertex < mesh->n_owned; ++vertex) {
        const double* x = &mesh->coordinates[3 * static_cast<std::size_t>(vertex)];
        for (int k = 0; k < N; ++k)
          q.push_back(k + slope[k][0] * x[0] + slope[k][1] * x[1] + slope[k][2] * x[2]);
      }
      Residual<E> residual(comm, plan, test::sample_parameters(), Order::second);
      std::vector<double> result(q.size());
      residual.evaluate(q, result);
      // Ghosts included: they came from their owners.
      for (LocalIndex vertex = 0; vertex < mesh->n_local(); ++vertex) {
        for (int d = 0; d < 3; ++d) {
          for (int k = 0; k < N; ++k) {
            ASSERT_NEAR(residual.gradients()[(3 * static_cast<std::size_t>(vertex) + d) * N + k], slope[k][d],
                        1e-11);
          }
        }
      }
    }
  }
}

// What differs between the two sides of a plane mesh's one layer must not look like a gradient: the states at
// a face across the layer would agree whatever the sides are.
TEST(Gradients, OfAPlaneMeshLieInItsPlane) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  for (const auto cells : {mesh::BoxCells::tetrahedron, mesh::BoxCells::prism, mesh::BoxCells::hexahedron}) {
    mesh::BoxOptions options;
    options.nx = options.ny = 5;
    options.nz = 1;
    options.cells = cells;
    mesh::DistributedMesh box = mesh::generate_box(comm, options);
    box.dimension = 2;
    const auto mesh = std::make_shared<const mesh::FlowMesh>(
        mesh::build_flow_mesh(comm, std::move(box), mesh::PartitionOptions{}));
    // Walls: at a plane of symmetry the gradients would be those of the mirrored flow.
    const MeshPlan plan(comm, mesh, test::walled_kinds(), GradientWeights::inverse_distance);
    EXPECT_EQ(plan.gradients().n_degenerate(), 0);
    std::vector<double> plane(static_cast<std::size_t>(mesh->n_owned) * N), sided(plane);
    for (LocalIndex vertex = 0; vertex < mesh->n_owned; ++vertex) {
      const double* x = &mesh->coordinates[3 * static_cast<std::size_t>(vertex)];
      for (int k = 0; k < N; ++k) {
        plane[static_cast<std::size_t>(vertex) * N + k] = 1 + k + 2 * x[0] - 3 * x[1];
        sided[static_cast<std::size_t>(vertex) * N + k] = x[2];
      }
    }
    Residual<E> residual(comm, plan, test::sample_parameters(), Order::second);
    std::vector<double> result(plane.size());
    const auto gradient = [&](LocalIndex vertex, int d, int k) {
      return residual.gradients()[(3 * static_cast<std::size_t>(vertex) + d) * N + k];
    };
    residual.evaluate(plane, result);
    for (LocalIndex vertex = 0; vertex < mesh->n_owned; ++vertex) {
      for (int k = 0; k < N; ++k) {
        ASSERT_NEAR(gradient(vertex, 0, k), 2, 1e-11);
        ASSERT_NEAR(gradient(vertex, 1, k), -3, 1e-11);
        ASSERT_NEAR(gradient(vertex, 2, k), 0, 1e-11);
      }
    }
    residual.evaluate(sided, result);
    for (LocalIndex vertex = 0; vertex < mesh->n_owned; ++vertex) ASSERT_EQ(gradient(vertex, 2, 0), 0);
  }
}

// A row of vertices in one plane: nothing is known across it.
TEST(Gradients, VanishAcrossAFlatStencil) {
  mesh::FlowMesh mesh;
  mesh.n_owned = 4;
  mesh.coordinates = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
  mesh.edges = {0, 1, 0, 2, 0, 3, 1, 3};
  mesh.edge_normals = std::vector<double>(12, 0.0);
  const GradientPlan plan(mesh, GradientWeights::unweighted);
  EXPECT_EQ(plan.n_degenerate(), 4);
  for (LocalIndex vertex = 0; vertex < 4; ++vertex) {
    const double* inverse = plan.inverses() + 6 * vertex;
    for (int i = 0; i < 6; ++i) EXPECT_TRUE(std::isfinite(inverse[i]));
    EXPECT_EQ(inverse[2], 0.0);
    EXPECT_EQ(inverse[4], 0.0);
    EXPECT_EQ(inverse[5], 0.0);
  }
  // Vertex 2 sees vertex 0 only: its gradient lies along that edge.
  EXPECT_NEAR(plan.inverses()[6 * 2 + 3], 1.0, 1e-14);
  EXPECT_NEAR(plan.inverses()[6 * 2], 0.0, 1e-14);
}

}  // namespace
}  // namespace trireme::flow
