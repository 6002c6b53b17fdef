// SPDX-License-Identifier: Apache-2.0
// The flow's residual in a SNES of your own, without trireme-fun3d: Jacobian-free Newton-Krylov on a
// generated ONERA M6 half wing, preconditioned with the assembled first-order Jacobian. Whatever SNES, KSP
// and PC can do, their options do.
//
// Sample runs:
//
// clang-format off
//   mpiexec -n 2 flow_in_your_snes -snes_rtol 1e-9 -snes_monitor -pc_type bjacobi -sub_pc_type iluomp -snes_view
//   mpiexec -n 2 flow_in_your_snes -snes_rtol 1e-9 -snes_linesearch_type l2 -ksp_type bcgs -pc_type asm -snes_view
// clang-format on
#include "fun3d/case/flow_in_snes.hpp"

using namespace trireme;

static PetscErrorCode solve(bool& converged) {
  // 1. The settings of a case: here in code, else from a deck.
  flow::FlowCase settings;
  settings.mesh.target_vertices = 1000;
  settings.flow.mach = 0.5;
  settings.flow.angle_of_attack = 3;

  // 2. The flow: this rank's part of the mesh, residual and first-order Jacobian.
  flow::FlowInSnes<flow::CompressibleEuler> flow(comm::Communicator(PETSC_COMM_WORLD), settings);

  // 3. Your SNES, with the flow as its function.
  SNES snes;
  PetscCall(SNESCreate(PETSC_COMM_WORLD, &snes));
  flow.attach(snes);
  PetscCall(SNESSetFromOptions(snes));

  // 4. Start from the free stream, and solve.
  const auto q = flow.free_stream();
  Vec residual;
  PetscReal first, last;
  PetscCall(SNESGetFunction(snes, &residual, nullptr, nullptr));
  PetscCall(SNESComputeFunction(snes, q.get(), residual));
  PetscCall(VecNorm(residual, NORM_2, &first));
  PetscCall(SNESSolve(snes, nullptr, q.get()));

  // 5. Look at the end.
  PetscInt iterations;
  SNESConvergedReason reason;
  PetscCall(SNESGetIterationNumber(snes, &iterations));
  PetscCall(SNESGetConvergedReason(snes, &reason));
  PetscCall(SNESComputeFunction(snes, q.get(), residual));
  PetscCall(VecNorm(residual, NORM_2, &last));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%s after %d iterations, error %.2e\n",
                        SNESConvergedReasons[reason], static_cast<int>(iterations), last / first));
  converged = reason > 0;
  return SNESDestroy(&snes);
}

int main(int argc, char** argv) {
  PetscCall(PetscInitialize(&argc, &argv, nullptr, "The flow's residual in a SNES of your own.\n"));
  bool converged = false;
  try {
    PetscCall(solve(converged));
  } catch (const std::exception& error) {
    PetscCall(PetscPrintf(PETSC_COMM_SELF, "error: %s\n", error.what()));
  }
  PetscCall(PetscFinalize());
  return converged ? 0 : 1;
}
