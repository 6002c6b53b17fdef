// SPDX-License-Identifier: Apache-2.0
#include "fun3d/nonlinear/pseudo_transient.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "fun3d/physics/equation_sets.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/petsc/array_view.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/threads/fixed_chunk_reduce.hpp"

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
    case EndReason::settled:
      return "force coefficients settled";
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
      wave_speed_sums_(static_cast<std::size_t>(residual.plan().mesh().n_owned), 0.0) {
  options_.validate();
}

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

// Also brings the ghosts of the state up to date, which the Jacobian is filled from.
template <class E>
void PseudoTransient<E>::update_wave_speeds() {
  const petsc::ReadView q(q_.get());
  residual_->wave_speed_sums(q.span(), wave_speed_sums_);
}

// What rounding alone leaves of |R|: every dual cell sums fluxes of about wave speed times area, each
// rounded. The wave speeds are those the last step started with, whose order of magnitude is enough.
template <class E>
double PseudoTransient<E>::rounding_level() const {
  double squares =
      threads::fixed_chunk_sum<double>(wave_speed_sums_.size(), [&](std::size_t begin, std::size_t end) {
        double sum = 0;
        for (std::size_t i = begin; i < end; ++i) sum += wave_speed_sums_[i] * wave_speed_sums_[i];
        return sum;
      });
  return std::numeric_limits<double>::epsilon() * std::sqrt(comm::all_sum(comm_, squares));
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
  if (!std::isfinite(norm)) result.reason = EndReason::diverged;
  keep_as_good();
  update_wave_speeds();
  if (std::isfinite(norm) && norm <= rounding_level()) result.reason = EndReason::converged;

  CflLaw law(options_);
  while (result.reason == EndReason::step_limit && result.steps < options_.max_steps) {
    StepRecord record;
    record.step = result.steps;
    record.cfl = law.next(norm);
    record.residual = norm;
    if (const auto end = take_step(record, law, result, hooks)) {
      result.reason = *end;
      break;
    }
    keep_as_good();
    ++result.steps;
    norm = record.residual_after;
    const double measured = options_.drop_measure == DropMeasure::before_step ? record.residual : norm;
    record.drop = measured > 0 ? result.initial_residual / measured : HUGE_VAL;
    record.seconds = clock.seconds();
    result.residual = norm;
    result.drop = record.drop;
    if (hooks.after_step) {
      const petsc::ReadView reached(good_.get()), reached_residual(good_steady_.get());
      record.state = reached.span();
      record.state_residual = reached_residual.span();
      hooks.after_step(record);
    }
    if (record.drop > options_.residual_drop || norm <= rounding_level()) {
      result.reason = EndReason::converged;
    } else if (hooks.settled && hooks.settled()) {
      result.reason = EndReason::settled;
    } else if (hooks.stop_requested && hooks.stop_requested()) {
      result.reason = EndReason::stopped;
    }
  }
  const petsc::ReadView good(good_.get());
  std::copy(good.span().begin(), good.span().end(), state.begin());
  result.seconds = clock.seconds();
  return result;
}

// Tries the step, with ever smaller CFL numbers, until it leaves a state that is no worse than the options
// allow. Otherwise why it gave up: the attempts are used up or a stop was requested between two of them; q_
// is then the last good state again.
template <class E>
std::optional<EndReason> PseudoTransient<E>::take_step(StepRecord& record, CflLaw& law,
                                                       PseudoTransientResult& result,
                                                       const PseudoTransientHooks& hooks) {
  const double limit =
      std::min(options_.residual_growth_limit * record.residual, hopeless_growth * result.initial_residual);
  for (;; ++record.rejections) {
    update_wave_speeds();
    const NewtonResult newton = newton_->solve(q_.get(), steady_.get(), wave_speed_sums_, record.cfl);
    record.linear_iterations = newton.linear_iterations;
    result.linear_iterations += newton.linear_iterations;
    record.residual_after = norm_of_residual();
    const bool finite = std::isfinite(record.residual_after);
    if (newton.solved && finite && record.residual_after <= limit) return std::nullopt;

    check(VecCopy(good_.get(), q_.get()));
    check(VecCopy(good_steady_.get(), steady_.get()));
    ++result.rejections;
    if (hooks.rejected) {
      hooks.rejected(record.cfl, record.residual_after,
                     !newton.solved ? "the linear solve failed"
                     : !finite      ? "the residual is not a number"
                                    : "the residual grew too much");
    }
    if (record.rejections >= options_.max_rejections) return EndReason::diverged;
    if (hooks.stop_requested && hooks.stop_requested()) return EndReason::stopped;
    record.cfl = law.reject();
  }
}

template <class E>
void PseudoTransient<E>::keep_as_good() {
  check(VecCopy(q_.get(), good_.get()));
  check(VecCopy(steady_.get(), good_steady_.get()));
}

#define INSTANTIATE(E) template class PseudoTransient<E>;
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
