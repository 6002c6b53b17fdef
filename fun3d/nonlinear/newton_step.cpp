// SPDX-License-Identifier: Apache-2.0
#include "fun3d/nonlinear/newton_step.hpp"

#include <algorithm>

#include "fun3d/kernels/kernel_costs.hpp"
#include "fun3d/kernels/pseudo_time.hpp"
#include "fun3d/kernels/update_guard.hpp"
#include "fun3d/physics/equation_sets.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/petsc/array_view.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::flow {

using petsc::check;

namespace {

// -mat_mffd_... but not -mat_type, which means the assembled matrix and would convert this one.
void set_difference_options(Mat matrix_free) {
  // PETSc's default. Left to PETSc, it is set in the first product, which then reads -mat_type all the same.
  check(MatMFFDSetType(matrix_free, MATMFFD_WP));
  constexpr const char* name = "-mat_type";
  char type[64] = "";
  PetscBool given = PETSC_FALSE;
  check(PetscOptionsGetString(nullptr, nullptr, name, type, sizeof type, &given));
  if (given) check(PetscOptionsSetValue(nullptr, name, MATMFFD));
  const PetscErrorCode failure = MatSetFromOptions(matrix_free);
  if (given) {
    check(PetscOptionsSetValue(nullptr, name, type));
    // Asked for once more, or PETSc would report the user's value as never used.
    check(PetscOptionsHasName(nullptr, nullptr, name, &given));
  }
  check(failure);
}

}  // namespace

template <class E>
NewtonStep<E>::NewtonStep(const comm::Communicator& comm, Residual<E>& residual,
                          const Jacobian<E>& jacobian_blocks, const LinearSolverOptions& options,
                          log::Timers& timers)
    : comm_(comm),
      residual_(&residual),
      options_(options),
      timers_(&timers),
      residual_event_(timers.event("residual")),
      jacobian_event_(timers.event("jacobian")),
      defaults_(comm, options),
      matrix_(comm, residual.plan().mesh(), jacobian_blocks, options.matrix_type) {
  residual.log_to(timers);
  function_value_ = create_vector();
  old_ = create_vector();
  check(SNESCreate(comm.handle(), snes_.receive()));
  check(SNESSetFunction(snes(), function_value_.get(), &NewtonStep::function, this));
  Mat action = matrix_.mat();
  if (options.jacobian == JacobianAction::matrix_free) {
    check(MatCreateSNESMF(snes(), matrix_free_.receive()));
    check(MatMFFDSetFunctionError(matrix_free_.get(), options.difference_parameter));
    set_difference_options(matrix_free_.get());
    action = matrix_free_.get();
  } else if (options.jacobian == JacobianAction::coloured) {
    coloured_.emplace(comm, residual.plan().mesh(), jacobian_blocks.pattern(), E::n_unknowns,
                      options.difference_parameter, &NewtonStep::function, this);
    action = coloured_->mat();
  }
  check(SNESSetJacobian(snes(), action, matrix_.mat(), &NewtonStep::jacobian, this));
  set_up_solver(options);
}

template <class E>
void NewtonStep<E>::set_up_solver(const LinearSolverOptions& options) {
  // One full Newton step: no line search, no norms, no convergence test; the pseudo-time loop judges the
  // step.
  check(SNESSetType(snes(), SNESNEWTONLS));
  SNESLineSearch line_search = nullptr;
  check(SNESGetLineSearch(snes(), &line_search));
  check(SNESLineSearchSetType(line_search, SNESLINESEARCHBASIC));
  check(SNESLineSearchSetComputeNorms(line_search, PETSC_FALSE));
  if constexpr (!E::positive_unknowns.empty()) {
    scales_.resize(static_cast<std::size_t>(residual_->plan().mesh().n_owned));
    check(SNESLineSearchSetPreCheck(line_search, &NewtonStep::guard, this));
  }
  check(SNESSetConvergenceTest(snes(), SNESConvergedSkip, nullptr, nullptr));
  check(SNESSetTolerances(snes(), 0.0, 0.0, 0.0, 1, PETSC_MAX_INT));
  check(SNESSetMaxLinearSolveFailures(snes(), PETSC_MAX_INT));

  KSP ksp = nullptr;
  check(SNESGetKSP(snes(), &ksp));
  check(KSPSetType(ksp, KSPGMRES));
  check(KSPGMRESSetRestart(ksp, options.restart));
  check(KSPSetTolerances(ksp, options.relative_tolerance, PETSC_DEFAULT, PETSC_DEFAULT,
                         options.max_iterations));
  check(KSPMonitorSet(ksp, &NewtonStep::monitor, this, nullptr));
  check(SNESSetFromOptions(snes()));
}

template <class E>
PetscHandle<Vec, VecDestroy> NewtonStep<E>::create_vector() const {
  PetscHandle<Vec, VecDestroy> vector;
  check(MatCreateVecs(matrix_.mat(), vector.receive(), nullptr));
  return vector;
}

template <class E>
NewtonResult NewtonStep<E>::solve(Vec q, Vec steady_residual, std::span<const double> wave_speed_sums,
                                  double cfl, Preconditioner preconditioner) {
  wave_speed_sums_ = wave_speed_sums;
  cfl_ = cfl;
  check(VecCopy(q, old_.get()));
  refill_ = !filled_ || preconditioner == Preconditioner::renewed;
  limited_ = 0;
  least_scale_ = 1;
  if (options_.limiter == LimiterDerivative::left_out) residual_->set_limiter_use(LimiterUse::keep);
  // At q_old the pseudo-time term vanishes: F(q_old) = R(q_old) needs no evaluation.
  check(SNESSetInitialFunction(snes(), steady_residual));
  KSP ksp = nullptr;
  PC pc = nullptr;
  check(SNESGetKSP(snes(), &ksp));
  check(KSPGetPC(ksp, &pc));
  // PETSc's subdomain preconditioners note a failed factorization and never take the note back.
  check(PCSetFailedReason(pc, PC_NOERROR));
  check(SNESSolve(snes(), nullptr, q));
  PetscInt iterations = 0;
  check(SNESGetLinearSolveIterations(snes(), &iterations));
  // A SNES that gave up before its linear solve leaves the linear solver's reason of the step before.
  SNESConvergedReason newton = SNES_CONVERGED_ITERATING;
  KSPConvergedReason linear = KSP_CONVERGED_ITERATING;
  check(SNESGetConvergedReason(snes(), &newton));
  check(KSPGetConvergedReason(ksp, &linear));
  // Stopping at an iteration limit still gives a usable update. So does GMRES's breakdown, by which PETSc
  // calls a restart where the residual is not what the recurrence promised: differences of a residual are no
  // exact products. The pseudo-time loop judges what comes of it.
  const bool usable = linear >= 0 || linear == KSP_DIVERGED_ITS || linear == KSP_DIVERGED_BREAKDOWN;
  const bool solved = (newton >= 0 || newton == SNES_DIVERGED_MAX_IT) && usable;
  return {static_cast<int>(iterations), limited_, least_scale_, solved};
}

// PETSc takes the update, perhaps shortened by its line search, from q: q - length * update.
template <class E>
bool NewtonStep<E>::guard_update(Vec q, Vec update) {
  const petsc::ReadView state(q);
  const petsc::UpdateView changes(update);
  const LocalIndex n_owned = residual_->plan().mesh().n_owned;
  threads::parallel_for_range(n_owned, [&](LocalIndex begin, LocalIndex end) {
    update_scales<E>(begin, end, largest_fall_, state.span().data(), changes.span().data(), scales_.data());
  });
  std::int64_t limited_here = 0;
  double least_here = 1;
  for (const double scale : scales_) {
    limited_here += scale < 1 ? 1 : 0;
    least_here = std::min(least_here, scale);
  }
  limited_ = comm::all_sum(comm_, limited_here);
  least_scale_ = comm::all_min(comm_, least_here);
  if (limited_ == 0) return false;
  if (scaling_ == UpdateScaling::global) std::fill(scales_.begin(), scales_.end(), least_scale_);
  threads::parallel_for_range(n_owned, [&](LocalIndex begin, LocalIndex end) {
    scale_update<E>(begin, end, scales_.data(), changes.span().data());
  });
  return true;
}

template <class E>
PetscErrorCode NewtonStep<E>::guard(SNESLineSearch, Vec q, Vec update, PetscBool* changed, void* context) {
  return petsc::to_petsc([&] {
    auto& self = *static_cast<NewtonStep*>(context);
    *changed = self.largest_fall_ < 1 && self.guard_update(q, update) ? PETSC_TRUE : PETSC_FALSE;
    return petsc::success;
  });
}

template <class E>
void NewtonStep<E>::set_relative_tolerance(double tolerance) {
  KSP ksp = nullptr;
  check(SNESGetKSP(snes(), &ksp));
  check(KSPSetTolerances(ksp, tolerance, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
}

template <class E>
PetscErrorCode NewtonStep<E>::monitor(KSP, PetscInt iteration, PetscReal, void* context) {
  return petsc::to_petsc([&] {
    const auto& self = *static_cast<NewtonStep*>(context);
    if (self.linear_iteration_) self.linear_iteration_(static_cast<int>(iteration));
    return petsc::success;
  });
}

template <class E>
PetscErrorCode NewtonStep<E>::function(SNES, Vec q, Vec f, void* context) {
  return petsc::to_petsc([&] {
    auto& self = *static_cast<NewtonStep*>(context);
    const log::ScopedEvent event(*self.timers_, self.residual_event_);
    const petsc::ReadView state(q), old(self.old_.get());
    const petsc::WriteView result(f);
    self.residual_->evaluate(state.span(), result.span());
    threads::parallel_for_range(self.residual_->plan().mesh().n_owned, [&](LocalIndex begin, LocalIndex end) {
      add_pseudo_time<E>(self.residual_->parameters(), begin, end, self.wave_speed_sums_.data(), self.cfl_,
                         state.span().data(), old.span().data(), result.span().data());
    });
    return petsc::success;
  });
}

// Called at q_old, whose ghosts the time-step computation has just brought up to date.
template <class E>
PetscErrorCode NewtonStep<E>::jacobian(SNES, Vec q, Mat operator_matrix, Mat, void* context) {
  return petsc::to_petsc([&] {
    auto& self = *static_cast<NewtonStep*>(context);
    // A matrix that PETSc finds unchanged keeps its factorization.
    if (self.refill_) {
      const log::ScopedEvent event(*self.timers_, self.jacobian_event_);
      self.matrix_.refill(self.residual_->local_state(), self.wave_speed_sums_, self.cfl_);
      const mesh::FlowMesh& mesh = self.residual_->plan().mesh();
      self.timers_->add_flops(
          jacobian_cost<E>(self.residual_->parameters()).flops(mesh.n_edges(), mesh.n_owned));
    }
    self.filled_ = true;
    if (self.coloured_) {
      // Last, since it leaves the ghosts of other states.
      self.coloured_->refill(q);
    } else if (operator_matrix != self.matrix_.mat()) {
      check(MatAssemblyBegin(operator_matrix, MAT_FINAL_ASSEMBLY));
      check(MatAssemblyEnd(operator_matrix, MAT_FINAL_ASSEMBLY));
    }
    return petsc::success;
  });
}

#define INSTANTIATE(E) template class NewtonStep<E>;
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
