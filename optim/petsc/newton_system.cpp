// SPDX-License-Identifier: Apache-2.0
#include "optim/petsc/newton_system.hpp"

#include <algorithm>
#include <cmath>

#include "optim/petsc/pc_localhess.hpp"
#include "optim/petsc/replicated_solution.hpp"
#include "solvers/petsc/array_view.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::optim {

using petsc::check;

NewtonSystem::NewtonSystem(RegularizedObjective& objective, RegularizedObjective::Curvature curvature,
                           const std::string& prefix, int localhess_rows, double localhess_mu)
    : objective_(objective), curvature_(curvature), localhess_rows_(localhess_rows) {
  const auto dim = static_cast<PetscInt>(objective.samples().dim());
  right_ = make_replicated_vector(dim);
  check(VecDuplicate(right_.get(), solution_.place()));
  check(MatCreateShell(PETSC_COMM_SELF, dim, dim, dim, dim, this, matrix_.place()));
  check(MatShellSetOperation(matrix_.get(), MATOP_MULT, reinterpret_cast<void (*)(void)>(multiply)));
  check(MatSetOption(matrix_.get(), MAT_SYMMETRIC, PETSC_TRUE));
  check(KSPCreate(PETSC_COMM_SELF, ksp_.place()));
  check(KSPSetOptionsPrefix(ksp_.get(), prefix.c_str()));
  check(KSPSetOperators(ksp_.get(), matrix_.get(), matrix_.get()));
  check(KSPSetType(ksp_.get(), KSPCG));
  // Forcing is measured in the gradient's own norm.
  check(KSPSetNormType(ksp_.get(), KSP_NORM_UNPRECONDITIONED));
  PC pc = nullptr;
  check(KSPGetPC(ksp_.get(), &pc));
  check(PCSetType(pc, localhess_rows > 0 ? PCLOCALHESS : PCNONE));
  if (localhess_rows > 0) set_local_hessian(pc, {}, objective.lambda(), localhess_mu);
  check(KSPSetFromOptions(ksp_.get()));
}

PetscErrorCode NewtonSystem::multiply(Mat matrix, Vec x, Vec y) {
  PetscFunctionBegin;
  PetscCall(petsc::to_petsc([&] {
    NewtonSystem* system = nullptr;
    check(MatShellGetContext(matrix, &system));
    const petsc::ReadView from(x);
    const petsc::WriteView to(y);
    system->objective_.curvature_product(system->curvature_, system->w_, system->set_, system->damping_,
                                         from.span(), to.span());
    return petsc::success;
  }));
  PetscFunctionReturn(petsc::success);
}

NewtonDirection NewtonSystem::solve(std::span<const double> w, SampleSet set, double damping,
                                    std::span<const double> g, double forcing) {
  w_ = w;
  set_ = set;
  damping_ = damping;
  {
    const petsc::WriteView view(right_.get());
    std::copy(g.begin(), g.end(), view.span().begin());
  }
  if (localhess_rows_ > 0) {
    PC pc = nullptr;
    check(KSPGetPC(ksp_.get(), &pc));
    set_local_hessian(pc, objective_.samples().curvature_factor(w, localhess_rows_),
                      objective_.lambda() + damping);
  }
  PetscReal absolute = 0, divergence = 0;
  PetscInt most = 0;
  check(KSPGetTolerances(ksp_.get(), nullptr, &absolute, &divergence, &most));
  check(KSPSetTolerances(ksp_.get(), forcing, 0, divergence, most));
  check(KSPSolve(ksp_.get(), right_.get(), solution_.get()));
  KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
  PetscInt iterations = 0;
  check(KSPGetConvergedReason(ksp_.get(), &reason));
  check(KSPGetIterationNumber(ksp_.get(), &iterations));
  NewtonDirection direction;
  direction.iterations = static_cast<int>(iterations);
  const petsc::ReadView view(solution_.get());
  direction.v.assign(view.span().begin(), view.span().end());
  direction.negative_curvature = reason == KSP_DIVERGED_INDEFINITE_MAT;
  const double along = dot(direction.v, g);
  direction.finite = std::isfinite(along) && std::isfinite(norm2(direction.v));
  if (!(along > 0)) direction.v.assign(g.begin(), g.end());
  return direction;
}

}  // namespace trireme::optim
