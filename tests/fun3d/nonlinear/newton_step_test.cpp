// SPDX-License-Identifier: Apache-2.0
// PETSc's options reach the matrix they mean.
#include "fun3d/nonlinear/newton_step.hpp"

#include <gtest/gtest.h>
#include <petscsys.h>

#include "tests/fun3d/support/flow_run.hpp"
#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::flow {
namespace {

// -mat_type means the assembled matrix; the matrix-free one must stay what it is.
TEST(NewtonStep, TakesMatTypeForTheAssembledMatrixOnly) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto mesh = test::box_mesh(comm, 5);
  FlowCase flow_case;
  flow_case.pseudo_time.max_steps = 2;
  for (const char* type : {"aij", "baij", "aijomp"}) {
    petsc::check(PetscOptionsSetValue(nullptr, "-mat_type", type));
    petsc::check(PetscOptionsSetValue(nullptr, "-pc_type", "jacobi"));
    test::FlowRun run(comm, mesh, test::channel_kinds(), flow_case);
    run.state = test::smooth_state(*mesh, mesh->n_owned);
    const PseudoTransientResult end = run.run();
    char after[16] = "";
    petsc::check(PetscOptionsGetString(nullptr, nullptr, "-mat_type", after, sizeof after, nullptr));
    EXPECT_STREQ(after, type);
    for (const char* option : {"-mat_type", "-pc_type"})
      petsc::check(PetscOptionsClearValue(nullptr, option));
    EXPECT_EQ(end.reason, EndReason::step_limit) << type;
    EXPECT_LT(end.residual, end.initial_residual) << type;
  }
}

}  // namespace
}  // namespace trireme::flow
