// SPDX-License-Identifier: Apache-2.0
// Which planes the facets of symmetry markers lie in.
#include "fun3d/discretization/symmetry_planes.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "solvers/base/error.hpp"
#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::flow {
namespace {

const std::vector<BoundaryCondition> all_symmetry(6, BoundaryKind::symmetry);

TEST(SymmetryPlanes, AreTheSidesOfABoxHoweverTheyAreMarked) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto box = test::box_mesh(comm, 4);
  mesh::FlowMesh one_marker = *box, many_markers = *box;
  for (LocalIndex facet = 0; facet < box->n_facets(); ++facet) {
    one_marker.facet_marker[facet] = 0;
    many_markers.facet_marker[facet] = static_cast<std::int32_t>(box->facet_id[facet] % 6);
  }
  for (const mesh::FlowMesh* mesh : {box.get(), &std::as_const(one_marker), &std::as_const(many_markers)}) {
    const SymmetryPlanes planes = find_symmetry_planes(comm, *mesh, all_symmetry);
    ASSERT_EQ(planes.normals.size(), 6U);
    for (LocalIndex facet = 0; facet < mesh->n_facets(); ++facet) {
      const int plane = planes.of_facet[static_cast<std::size_t>(facet)];
      ASSERT_GE(plane, 0);
      for (std::size_t d = 0; d < 3; ++d) {
        const double side = box->facet_marker[facet] / 2 == static_cast<int>(d)
                                ? (box->facet_marker[facet] % 2 == 0 ? -1.0 : 1.0)
                                : 0.0;
        EXPECT_EQ(planes.normals[static_cast<std::size_t>(plane)][d], side);
      }
    }
  }
}

TEST(SymmetryPlanes, OtherBoundariesHaveNone) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto mesh = test::box_mesh(comm, 3);
  const SymmetryPlanes planes = find_symmetry_planes(comm, *mesh, test::walled_kinds());
  EXPECT_TRUE(planes.normals.empty());
  for (const int plane : planes.of_facet) EXPECT_EQ(plane, -1);
}

// The side x = 0 bulges: no plane, whatever the number of ranks. Coordinates of seven digits are no bulge.
TEST(SymmetryPlanes, RefuseACurvedMarkerAndForgiveRounding) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  for (const double height : {0.1, 1e-3, 1e-7}) {
    mesh::BoxOptions options;
    options.nx = options.ny = options.nz = 6;
    mesh::DistributedMesh box = mesh::generate_box(comm, options);
    for (mesh::Point& x : box.points) x[0] += height * (1 - x[0]) * std::sin(9 * x[1]) * std::sin(7 * x[2]);
    const mesh::FlowMesh mesh = mesh::build_flow_mesh(comm, std::move(box), mesh::PartitionOptions{});
    std::vector<BoundaryCondition> kinds = test::walled_kinds();
    kinds[0] = BoundaryKind::symmetry;
    if (height < 1e-6) {
      const SymmetryPlanes planes = find_symmetry_planes(comm, mesh, kinds);
      ASSERT_EQ(planes.normals.size(), 1U);
      EXPECT_EQ(planes.normals[0], (Vector3{-1, 0, 0}));
      continue;
    }
    try {
      find_symmetry_planes(comm, mesh, kinds);
      FAIL() << "accepted a bulge of " << height;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      for (const char* part : {"x_min", "no plane of symmetry", "degrees", "slip_wall"})
        EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace trireme::flow
