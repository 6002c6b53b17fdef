// SPDX-License-Identifier: Apache-2.0
// One Newton step of one pseudo-time step: solves F(q) = R(q) + sum/CFL (U(q) - U(q_old)) = 0 for one update
// from q_old, by PETSc's SNES, KSP and PC. The Jacobian acts matrix-free on the second-order residual
// (MatMFFD) or as the assembled first-order matrix, which is the preconditioner's matrix in both cases.
// Called by nonlinear/pseudo_transient.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include <petscsnes.h>

#include "fun3d/discretization/residual.hpp"
#include "fun3d/nonlinear/coloured_jacobian.hpp"
#include "fun3d/nonlinear/jacobian_matrix.hpp"
#include "fun3d/nonlinear/linear_solver_options.hpp"
#include "fun3d/nonlinear/petsc_defaults.hpp"
#include "fun3d/nonlinear/petsc_handle.hpp"
#include "fun3d/nonlinear/pseudo_time_options.hpp"
#include "solvers/comm/communicator.hpp"
#include "solvers/log/timers.hpp"

namespace trireme::flow {

struct NewtonResult {
  int linear_iterations = 0;
  std::int64_t limited = 0;  // vertices whose update was scaled down, over all ranks
  double least_scale = 1;    // and by the smallest factor
  bool solved = false;       // false: the linear solve broke down (NaN, failed factorization)
};

enum class Preconditioner { renewed, kept };

template <class E>
class NewtonStep {
 public:
  // Collective. Everything referred to must outlive the object. PETSc's option database is read here.
  NewtonStep(const comm::Communicator& comm, Residual<E>& residual, const Jacobian<E>& jacobian,
             const LinearSolverOptions& options, log::Timers& timers);
  NewtonStep(const NewtonStep&) = delete;
  NewtonStep& operator=(const NewtonStep&) = delete;

  // A vector with the layout of the state [n_owned, N] and the type of the matrix's vectors. Collective.
  PetscHandle<Vec, VecDestroy> create_vector() const;

  // The relative tolerance of linear solves from now on. Local.
  void set_relative_tolerance(double tolerance);

  // q: in the old state, out the new one. steady_residual = R(q), known to the caller. wave_speed_sums
  // [n_owned]. preconditioner: kept from an earlier step where there was one. Collective.
  NewtonResult solve(Vec q, Vec steady_residual, std::span<const double> wave_speed_sums, double cfl,
                     Preconditioner preconditioner = Preconditioner::renewed);

  // Every update is scaled so that density and pressure of no vertex fall by more than largest_fall (a
  // fraction below one), see kernels/update_guard; without it updates are taken as they are. Local.
  void guard_updates(double largest_fall, UpdateScaling scaling) {
    largest_fall_ = largest_fall;
    scaling_ = scaling;
  }

  // Called after every iteration of the linear solver with its number; for progress. Collective.
  void on_linear_iteration(std::function<void(int)> hook) { linear_iteration_ = std::move(hook); }

  SNES snes() const { return snes_.get(); }
  const LinearSolverOptions& options() const { return options_; }

 private:
  static PetscErrorCode monitor(KSP, PetscInt iteration, PetscReal norm, void* self);
  static PetscErrorCode function(SNES, Vec q, Vec f, void* self);
  static PetscErrorCode jacobian(SNES, Vec q, Mat operator_matrix, Mat preconditioner_matrix, void* self);
  static PetscErrorCode guard(SNESLineSearch, Vec q, Vec update, PetscBool* changed, void* self);
  void set_up_solver(const LinearSolverOptions& options);
  bool guard_update(Vec q, Vec update);

  comm::Communicator comm_;
  Residual<E>* residual_;
  LinearSolverOptions options_;
  log::Timers* timers_;
  log::Timers::Event residual_event_, jacobian_event_;
  PreconditionerDefaults defaults_;
  JacobianMatrix<E> matrix_;
  PetscHandle<SNES, SNESDestroy> snes_;
  PetscHandle<Mat, MatDestroy> matrix_free_;
  std::optional<ColouredJacobian> coloured_;
  PetscHandle<Vec, VecDestroy> function_value_, old_;
  std::span<const double> wave_speed_sums_;
  double cfl_ = 0;
  bool filled_ = false;  // the matrix holds a Jacobian
  bool refill_ = true;
  double largest_fall_ = 1;
  UpdateScaling scaling_ = UpdateScaling::local;
  std::vector<double> scales_;  // [n_owned]
  std::int64_t limited_ = 0;
  double least_scale_ = 1;
  std::function<void(int)> linear_iteration_;
};

}  // namespace trireme::flow
