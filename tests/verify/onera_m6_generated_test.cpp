// SPDX-License-Identifier: Apache-2.0
// The generated wing of about 20,000 vertices down to eight orders, and what its arrays take: bounds on bytes
// per vertex that are counted, not measured, so that they hold on any machine. Larger meshes: the commands in
// fun3d/README.md.
#include <gtest/gtest.h>
#include <petscsys.h>

#include "solvers/comm/reduction.hpp"
#include "tests/verify/onera_m6_mesh_a.hpp"

namespace trireme::flow {
namespace {

double per_vertex(const comm::Communicator& comm, std::size_t bytes_here, GlobalIndex n_vertices) {
  return comm::all_sum(comm, static_cast<double>(bytes_here)) / static_cast<double>(n_vertices);
}

TEST(OneraM6Generated, ConvergesByEightOrdersInBoundedMemory) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  FlowCase flow_case = verify::mesh_a_case("");
  flow_case.mesh.generator = mesh::GeneratorKind::onera_m6;
  flow_case.mesh.target_vertices = 20000;
  flow_case.mesh.partition.ordering = mesh::Ordering::rcm;
  flow_case.pseudo_time.residual_drop = 1e8;
  flow_case.pseudo_time.drop_measure = DropMeasure::after_step;
  const auto run = verify::load(comm, flow_case);
  const PseudoTransientResult end = run->run();
  EXPECT_EQ(end.reason, EndReason::converged) << text_of(end.reason);
  EXPECT_GT(end.drop, 1e8);
  EXPECT_LE(end.steps, 10);
  // The same wing as the reference's mesh of 2,800 vertices, seven times finer.
  EXPECT_NEAR(run->steps.back().forces.lift, verify::converged_lift, 0.1 * verify::converged_lift);

  const mesh::FlowMesh& mesh = run->plan().mesh();
  EXPECT_NEAR(static_cast<double>(mesh.n_global), 20000, 2000);
  EXPECT_LT(per_vertex(comm, mesh.memory_bytes(), mesh.n_global), 480);
  // The assembled Jacobian: about 15 blocks of 4 x 4 a vertex with their columns; the factors are as large.
  const BlockPattern& pattern = run->pattern();
  const std::size_t blocks = pattern.own_columns().size() + pattern.ghost_columns().size();
  EXPECT_LT(per_vertex(comm, blocks * (16 * sizeof(double) + sizeof(LocalIndex)), mesh.n_global), 2000);
}

}  // namespace
}  // namespace trireme::flow
