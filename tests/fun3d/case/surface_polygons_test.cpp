// SPDX-License-Identifier: Apache-2.0
// The boundary of boxes of every cell type: each face once over all ranks.
#include "fun3d/case/surface_polygons.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "solvers/comm/reduction.hpp"
#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::flow {
namespace {

struct Sums {
  double area = 0, edges = 0, faces = 0, closure = 0;
};

Sums sums_of(const comm::Communicator& comm, mesh::BoxCells cells) {
  const auto mesh = test::box_mesh(comm, 4, cells);
  const SurfacePolygons polygons = surface_polygons(*mesh);
  std::vector<double> sums(6, 0.0);
  for (std::size_t p = 0; p < polygons.size(); ++p) {
    sums[0] += std::sqrt(dot(polygons.normals[p], polygons.normals[p]));
    sums[1] += polygons.offsets[p + 1] - polygons.offsets[p];
    sums[2] += 1;
    for (std::size_t d = 0; d < 3; ++d) sums[3 + d] += polygons.normals[p][d];
  }
  comm::all_sum_in_place(comm, std::span<double>(sums));
  return {sums[0], sums[1], sums[2], std::abs(sums[3]) + std::abs(sums[4]) + std::abs(sums[5])};
}

TEST(SurfacePolygons, CoverTheBoundaryOnce) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  for (const auto cells : {mesh::BoxCells::tetrahedron, mesh::BoxCells::hexahedron, mesh::BoxCells::prism}) {
    const Sums sums = sums_of(comm, cells);
    EXPECT_NEAR(sums.area, 6.0, 1e-12);
    EXPECT_NEAR(sums.closure, 0.0, 1e-12);
  }
  const Sums quads = sums_of(comm, mesh::BoxCells::hexahedron);
  EXPECT_EQ(quads.edges, 4 * quads.faces);
  const Sums triangles = sums_of(comm, mesh::BoxCells::tetrahedron);
  EXPECT_EQ(triangles.edges, 3 * triangles.faces);
  EXPECT_EQ(triangles.faces, 2 * quads.faces);
}

}  // namespace
}  // namespace trireme::flow
