// SPDX-License-Identifier: Apache-2.0
#include "fun3d/nonlinear/pseudo_transient.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "fun3d/nonlinear/cfl_law.hpp"
#include "fun3d/physics/equation_sets.hpp"
#include "solvers/petsc/array_view.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::flow {

using petsc::check;

namespace {

// |R| may not exceed this many times |R_0|, however slowly it got there.
constexpr double hopeless_growth = 1e6;

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

std::string_view text_of(EndReason reason) {
  switch (reason) {
    case EndReason::converged:
      return "converged";
    case EndReason::step_limit:
      return "step limit reached";
    case EndReason::diverged:
      return "diverged";
    case EndReason::stopped:
      return "stopped on request";
  }
  return "";
}

template <class E>
PseudoTransient<E>::PseudoTransient(const comm::Communicator& comm, Residual<E>& residual,
                                    NewtonStep<E>& newton, const PseudoTimeOptions& options)
    : comm_(comm),
      residual_(&residual),
      newton_(&newton),
      options_(options),
      q_(newton.create_vector()),
      good_(newton.create_vector()),
      steady_(newton.create_vector()),
      good_steady_(newton.create_vector()),
      wave_speed_sums_(static_cast<std::size_t>(residual.plan().mesh().n_owned), 0.0) {}

template <class E>
double PseudoTransient<E>::norm_of_residual() {
  {
    const petsc::ReadView state(q_.get());
    const petsc::WriteView result(steady_.get());
    residual_->evaluate(state.span(), result.span());
  }
  double norm = 0;
  check(VecNorm(steady_.get(), NORM_2, &norm));
  return norm;
}

template <class E>
PseudoTransientResult PseudoTransient<E>::run(std::span<double> state, const PseudoTransientHooks& hooks) {
  const Stopwatch clock;
  {
    const petsc::WriteView q(q_.get());
    std::copy(state.begin(), state.end(), q.span().begin());
  }
  PseudoTransientResult result;
  double norm = norm_of_residual();
  result.initial_residual = result.residual = norm;
  result.reason = EndReason::step_limit;
  if (!std::isfinite(norm)) result.reason = EndReason::diverged;
  if (norm == 0.0) result.reason = EndReason::converged;

  CflLaw law(options_);
  check(VecCopy(q_.get(), good_.get()));
  check(VecCopy(steady_.get(), good_steady_.get()));
  while (result.reason == EndReason::step_limit && result.steps < options_.max_steps) {
    StepRecord record{.step = result.steps, .cfl = law.next(norm), .residual = norm};
    {
      const petsc::ReadView q(q_.get());
      residual_->wave_speed_sums(q.span(), wave_speed_sums_);
    }
    // Attempts, until one leaves a state that is no worse than the options allow.
    for (;; ++record.rejections) {
      const NewtonResult newton = newton_->solve(q_.get(), steady_.get(), wave_speed_sums_, record.cfl);
      record.linear_iterations = newton.linear_iterations;
      result.linear_iterations += newton.linear_iterations;
      record.residual_after = norm_of_residual();
      const bool finite = std::isfinite(record.residual_after);
      const double limit =
          std::min(options_.residual_growth_limit * norm, hopeless_growth * result.initial_residual);
      if (newton.solved && finite && record.residual_after <= limit) break;

      const std::string_view why = !newton.solved ? "the linear solve failed"
                                   : !finite      ? "the residual is not a number"
                                                  : "the residual grew too much";
      check(VecCopy(good_.get(), q_.get()));
      check(VecCopy(good_steady_.get(), steady_.get()));
      if (hooks.rejected) hooks.rejected(record.cfl, record.residual_after, why);
      ++result.rejections;
      if (record.rejections >= options_.max_rejections) {
        result.reason = EndReason::diverged;
        break;
      }
      record.cfl = law.reject();
      // The state's ghosts must again be those the Jacobian is taken at.
      const petsc::ReadView q(q_.get());
      residual_->wave_speed_sums(q.span(), wave_speed_sums_);
    }
    if (result.reason == EndReason::diverged) break;

    check(VecCopy(q_.get(), good_.get()));
    check(VecCopy(steady_.get(), good_steady_.get()));
    ++result.steps;
    const double measured = options_.drop_measure == DropMeasure::before_step ? norm : record.residual_after;
    norm = record.residual_after;
    record.drop = measured > 0 ? result.initial_residual / measured : HUGE_VAL;
    record.seconds = clock.seconds();
    result.residual = norm;
    result.drop = record.drop;
    {
      const petsc::ReadView reached(good_.get()), steady(good_steady_.get());
      record.state = reached.span();
      record.steady_residual = steady.span();
      if (hooks.after_step) hooks.after_step(record);
    }
    if (record.drop > options_.residual_drop) {
      result.reason = EndReason::converged;
    } else if (hooks.stop_requested && hooks.stop_requested()) {
      result.reason = EndReason::stopped;
    }
  }
  const petsc::ReadView reached(good_.get());
  std::copy(reached.span().begin(), reached.span().end(), state.begin());
  result.seconds = clock.seconds();
  return result;
}

#define INSTANTIATE(E) template class PseudoTransient<E>;
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
