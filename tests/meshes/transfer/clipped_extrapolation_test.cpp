// SPDX-License-Identifier: Apache-2.0
#include "meshes/transfer/clipped_extrapolation.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include "meshes/generate/box.hpp"
#include "meshes/partition/build_flow_mesh.hpp"

namespace trireme::mesh {
namespace {

double linear(const Point& x) {
  return 2 + x[0] - 3 * x[1] + 0.5 * x[2];
}

TEST(ClippedExtrapolation, IsExactForLinearFieldsNearAVertexAndNeverBeyondItsNeighbours) {
  const auto comm = comm::Communicator::self();
  const FlowMesh mesh = build_flow_mesh(
      comm, generate_box(comm, {.nx = 4, .ny = 4, .nz = 4, .perturbation = 0.15}), PartitionOptions{});
  std::vector<double> values;
  for (LocalIndex v = 0; v < mesh.n_owned; ++v) {
    const Point x{mesh.coordinates[3 * v], mesh.coordinates[3 * v + 1], mesh.coordinates[3 * v + 2]};
    values.insert(values.end(), {linear(x), -linear(x)});
  }
  std::vector<PointAtVertex> near, far;
  for (LocalIndex v = 0; v < mesh.n_owned; ++v) {
    const Point x{mesh.coordinates[3 * v], mesh.coordinates[3 * v + 1], mesh.coordinates[3 * v + 2]};
    // Towards the middle of the box, so that neighbours surround the point.
    near.push_back({v, sum(x, scaled(0.02, difference({0.5, 0.5, 0.5}, x)))});
    far.push_back({v, sum(x, {1, -1, 1})});
  }
  const auto exact = extrapolate_clipped(mesh, values, 2, near);
  const auto clipped = extrapolate_clipped(mesh, values, 2, far);
  ASSERT_EQ(exact.size(), 2 * near.size());
  for (std::size_t k = 0; k < near.size(); ++k) {
    EXPECT_NEAR(exact[2 * k], linear(near[k].place), 1e-12);
    EXPECT_NEAR(exact[2 * k + 1], -linear(near[k].place), 1e-12);
    // The field grows along the way: its largest value beside the vertex is reached, not more.
    double high = values[2 * static_cast<std::size_t>(far[k].vertex)];
    for (std::size_t e = 0; e < mesh.edges.size(); e += 2) {
      for (const int end : {0, 1})
        if (mesh.edges[e + static_cast<std::size_t>(end)] == far[k].vertex)
          high = std::max(
              high, values[2 * static_cast<std::size_t>(mesh.edges[e + 1 - static_cast<std::size_t>(end)])]);
    }
    EXPECT_EQ(clipped[2 * k], high);
  }
}

// Neighbours on a plane say nothing about the direction across it.
TEST(ClippedExtrapolation, TakesTheVertexWhereNeighboursLieInAPlane) {
  FlowMesh mesh;
  mesh.n_owned = 3;
  mesh.coordinates = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  mesh.original_id = {0, 1, 2};
  mesh.edges = {0, 1, 0, 2, 1, 2};
  const std::vector<PointAtVertex> points{{0, {0.1, 0.1, 0.1}}};
  EXPECT_EQ(extrapolate_clipped(mesh, std::vector<double>{5, 7, 9}, 1, points), std::vector<double>{5});
}

}  // namespace
}  // namespace trireme::mesh
