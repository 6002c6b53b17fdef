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
#include <cmath>

#include <petscsnes.h>

#include "fun3d/case/flow_case.hpp"
#include "fun3d/nonlinear/jacobian_matrix.hpp"
#include "solvers/petsc/array_view.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/petsc/registration.hpp"

using namespace trireme;
using E = flow::CompressibleEuler;

struct Problem {
  flow::Residual<E>& residual;
  flow::JacobianMatrix<E>& matrix;
  std::vector<double> wave_speed_sums;
};

// F(q) = R(q): the states of this rank's vertices in, the net fluxes out of their cells back.
static PetscErrorCode function(SNES, Vec q, Vec f, void* context) {
  return petsc::to_petsc([&] {
    const petsc::ReadView state(q);
    const petsc::WriteView fluxes(f);
    static_cast<Problem*>(context)->residual.evaluate(state.span(), fluxes.span());
    return petsc::success;
  });
}

// The first-order Jacobian at q, without a pseudo-time term; the matrix-free operator only needs to be told.
static PetscErrorCode jacobian(SNES, Vec q, Mat matrix_free, Mat, void* context) {
  return petsc::to_petsc([&] {
    auto& problem = *static_cast<Problem*>(context);
    const petsc::ReadView state(q);
    problem.residual.wave_speed_sums(state.span(), problem.wave_speed_sums);
    problem.matrix.refill(problem.residual.local_state(), problem.wave_speed_sums, HUGE_VAL);
    petsc::check(MatAssemblyBegin(matrix_free, MAT_FINAL_ASSEMBLY));
    petsc::check(MatAssemblyEnd(matrix_free, MAT_FINAL_ASSEMBLY));
    return petsc::success;
  });
}

static SNESConvergedReason solve() {
  // 1. Trireme's PETSc types, and the settings of a case: here in code, else from a deck.
  petsc::check(petsc::register_types());
  const comm::Communicator comm(PETSC_COMM_WORLD);
  log::Logger log = log::Logger::standard(comm);
  flow::FlowCase settings;
  settings.mesh.target_vertices = 1000;
  settings.flow.mach = 0.5;
  settings.flow.angle_of_attack = 3;

  // 2. The mesh, this rank's part of it, and everything that is computed once from it.
  const auto mesh = std::make_shared<const mesh::FlowMesh>(mesh::load_flow_mesh(comm, settings.mesh, log));
  const auto kinds = flow::resolve_boundaries(mesh->marker_names, settings.boundary);
  const flow::MeshPlan plan(mesh, kinds, settings.flow.gradient_weights);

  // 3. Residual and first-order Jacobian of the equation set.
  const auto parameters = flow::parameters_of<E>(settings.flow);
  flow::Residual<E> residual(comm, plan, parameters, flow::Order::second);
  const flow::Jacobian<E> blocks(plan, parameters, false);
  flow::JacobianMatrix<E> matrix(comm, *mesh, blocks, "baijomp");
  Problem problem{residual, matrix, std::vector<double>(static_cast<std::size_t>(mesh->n_owned))};

  // 4. Your SNES.
  flow::PetscHandle<SNES, SNESDestroy> snes;
  flow::PetscHandle<Mat, MatDestroy> matrix_free;
  flow::PetscHandle<Vec, VecDestroy> q, f;
  petsc::check(MatCreateVecs(matrix.mat(), q.receive(), f.receive()));
  petsc::check(SNESCreate(PETSC_COMM_WORLD, snes.receive()));
  petsc::check(SNESSetFunction(snes.get(), f.get(), function, &problem));
  petsc::check(MatCreateSNESMF(snes.get(), matrix_free.receive()));
  petsc::check(SNESSetJacobian(snes.get(), matrix_free.get(), matrix.mat(), jacobian, &problem));
  petsc::check(SNESSetFromOptions(snes.get()));

  // 5. Start from the free stream, solve, look at the end.
  {
    const auto free_stream = E::free_stream(parameters);
    const petsc::WriteView state(q.get());
    for (std::size_t i = 0; i < state.span().size(); ++i)
      state.span()[i] = free_stream[i % free_stream.size()];
  }
  PetscReal first = 0, last = 0;
  petsc::check(SNESComputeFunction(snes.get(), q.get(), f.get()));
  petsc::check(VecNorm(f.get(), NORM_2, &first));
  petsc::check(SNESSolve(snes.get(), nullptr, q.get()));
  PetscInt iterations = 0;
  SNESConvergedReason reason = SNES_CONVERGED_ITERATING;
  petsc::check(SNESGetIterationNumber(snes.get(), &iterations));
  petsc::check(SNESGetConvergedReason(snes.get(), &reason));
  petsc::check(SNESComputeFunction(snes.get(), q.get(), f.get()));
  petsc::check(VecNorm(f.get(), NORM_2, &last));
  petsc::check(PetscPrintf(PETSC_COMM_WORLD, "%s after %d iterations, error %.2e\n",
                           SNESConvergedReasons[reason], static_cast<int>(iterations), last / first));
  return reason;
}

int main(int argc, char** argv) {
  PetscCall(PetscInitialize(&argc, &argv, nullptr, "The flow's residual in a SNES of your own.\n"));
  SNESConvergedReason reason = SNES_DIVERGED_FUNCTION_DOMAIN;
  try {
    reason = solve();
  } catch (const std::exception& error) {
    PetscCall(PetscPrintf(PETSC_COMM_SELF, "error: %s\n", error.what()));
  }
  PetscCall(PetscFinalize());
  return reason > 0 ? 0 : 1;
}
