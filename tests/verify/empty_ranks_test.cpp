// SPDX-License-Identifier: Apache-2.0
// More ranks than vertices: two tetrahedra, five vertices, on up to six ranks. Stencils are tiny and some of
// them flat; nothing may hang or become NaN.
#include <cmath>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "meshes/core/distributed_mesh.hpp"
#include "meshes/partition/build_flow_mesh.hpp"
#include "solvers/comm/reduction.hpp"
#include "tests/fun3d/support/flow_run.hpp"

namespace trireme::flow {
namespace {

mesh::RawMesh two_tetrahedra() {
  mesh::RawMesh raw;
  raw.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.3, 0.3, 1}, {0.3, 0.3, -1}};
  raw.cell_types = {mesh::CellType::tetrahedron, mesh::CellType::tetrahedron};
  raw.cell_vertices = {0, 1, 2, 3, 0, 2, 1, 4};
  raw.cell_offsets = {0, 4, 8};
  mesh::RawMesh::Marker wall, far_field;
  wall.name = "wall";
  wall.facet_vertices = {1, 2, 3};
  wall.facet_offsets = {0, 3};
  far_field.name = "far_field";
  far_field.facet_vertices = {0, 1, 3, 0, 3, 2, 1, 4, 2, 0, 4, 1, 0, 2, 4};
  far_field.facet_offsets = {0, 3, 6, 9, 12, 15};
  raw.markers = {wall, far_field};
  return raw;
}

TEST(EmptyRanks, FiveVerticesAreSolvedOnAnyNumberOfRanks) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  for (const auto partitioner : {mesh::Partitioner::metis, mesh::Partitioner::contiguous}) {
    mesh::PartitionOptions partition;
    partition.partitioner = partitioner;
    const auto mesh = std::make_shared<const mesh::FlowMesh>(mesh::build_flow_mesh(
        comm, mesh::scatter(comm, comm.is_root() ? two_tetrahedra() : mesh::RawMesh{}), partition));
    ASSERT_EQ(mesh->n_global, 5);
    if (comm.size() > 5) {
      EXPECT_TRUE(comm::any_of(comm, mesh->n_owned == 0));
    }
    FlowCase flow_case;
    flow_case.pseudo_time.residual_drop = 1e8;
    const auto kinds = resolve_boundaries(mesh->marker_names, {});
    test::FlowRun run(comm, mesh, kinds, flow_case);
    const PseudoTransientResult end = run.run();
    EXPECT_EQ(end.reason, EndReason::converged) << text_of(end.reason) << " residual " << end.residual;
    for (const double value : run.state) EXPECT_TRUE(std::isfinite(value));
    EXPECT_NE(run.steps.back().forces.lift, 0.0);
  }
}

}  // namespace
}  // namespace trireme::flow
