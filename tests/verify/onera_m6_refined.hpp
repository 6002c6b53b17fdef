// SPDX-License-Identifier: Apache-2.0
// Mesh A refined against what PETSc-FUN3D gives on the same meshes; for the two tests that do it.
#pragma once

#include <gtest/gtest.h>
#include <petscsys.h>

#include "tests/support/test_data.hpp"
#include "tests/verify/onera_m6_mesh_a.hpp"

namespace trireme::verify {

// Converged lift and drag to four digits, after `levels` refinements.
inline void expect_refined(int levels, GlobalIndex vertices, GlobalIndex edges, double lift, double drag) {
  TRIREME_DATA_FILE(file, mesh_a_cells);
  const comm::Communicator comm(PETSC_COMM_WORLD);
  flow::FlowCase flow_case = mesh_a_case(file);
  flow_case.mesh.refine = levels;
  flow_case.mesh.partition.ordering = mesh::Ordering::rcm;
  const auto run = load(comm, flow_case);
  EXPECT_EQ(run->plan().mesh().n_global, vertices);
  EXPECT_EQ(run->plan().mesh().n_edges_global, edges);
  EXPECT_EQ(run->run().reason, flow::EndReason::converged);
  EXPECT_NEAR(run->steps.back().forces.lift / lift, 1, 5e-5);
  EXPECT_NEAR(run->steps.back().forces.drag / drag, 1, 5e-5);
}

}  // namespace trireme::verify
