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

template <class E>
constexpr bool compressible = !E::positive_unknowns.empty();

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
                                    NewtonStep<E>& newton, const PseudoTimeOptions& options,
                                    const StartUpOptions& start_up, double freeze_limiter_after_drop)
    : comm_(comm),
      residual_(&residual),
      newton_(&newton),
      options_(options.resolved(compressible<E>)),
      start_up_(start_up, {.second_order = residual.order() == Order::second,
                           .compressible = compressible<E>,
                           .limiter = residual.has_limiter(),
                           .freeze_after_drop = freeze_limiter_after_drop}),
      q_(newton.create_vector()),
      good_(newton.create_vector()),
      steady_(newton.create_vector()),
      wave_speed_sums_(static_cast<std::size_t>(residual.plan().mesh().n_owned), 0.0) {
  options_.validate();
  newton.guard_updates(options_.update_limit, options_.update_scaling);
}

template <class E>
void PseudoTransient<E>::load(std::span<const double> state) {
  const petsc::WriteView q(q_.get());
  std::copy(state.begin(), state.end(), q.span().begin());
}

template <class E>
double PseudoTransient<E>::residual_norm(std::span<const double> state) {
  load(state);
  return norm_of_residual();
}

template <class E>
double PseudoTransient<E>::initial_norm(std::span<const double> state) {
  PseudoTransientState fresh;
  start_up_.begin(fresh);
  const Order order = residual_->order();
  if (fresh.first_order) residual_->set_order(Order::first);
  const double norm = residual_norm(state);
  residual_->set_order(order);
  return norm;
}

template <class E>
double PseudoTransient<E>::norm_of_residual() {
  residual_->set_limiter_use(limiter_frozen_ ? LimiterUse::keep : LimiterUse::update);
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

// The scheme a run begins or goes on with; returns |R|.
template <class E>
double PseudoTransient<E>::begin_phase(PseudoTransientState& loop) {
  if (!loop.begun()) start_up_.begin(loop);
  if (loop.first_order) residual_->set_order(Order::first);
  limiter_frozen_ = loop.limiter_frozen;
  return norm_of_residual();
}

// Between two steps; returns |R| by the scheme of the next one.
template <class E>
double PseudoTransient<E>::change_phase(PseudoTransientState& loop, double norm,
                                        const PseudoTransientHooks& hooks) {
  if (start_up_.leave_first_order(loop, norm, rounding_level())) {
    residual_->set_order(Order::second);
    norm = norm_of_residual();
    if (hooks.phase_changed) hooks.phase_changed("second order from here on");
  }
  if (start_up_.freeze_limiter(loop, norm)) {
    limiter_frozen_ = true;
    if (hooks.phase_changed) hooks.phase_changed("the limiter is frozen from here on");
  }
  return norm;
}

// For the next step.
template <class E>
void PseudoTransient<E>::set_linear_solver(const PseudoTransientState& loop, ForcingMemory& forcing,
                                           double norm) {
  const LinearSolverOptions& options = newton_->options();
  preconditioner_ =
      loop.steps % options.preconditioner_lag == 0 ? Preconditioner::renewed : Preconditioner::kept;
  if (options.forcing_term == ForcingTerm::eisenstat_walker)
    newton_->set_relative_tolerance(next_tolerance(options, forcing, norm));
}

template <class E>
bool PseudoTransient<E>::has_converged(const PseudoTransientState& loop, double drop, double norm) const {
  return !loop.first_order && (drop > options_.residual_drop || norm <= rounding_level());
}

template <class E>
PseudoTransientResult PseudoTransient<E>::run(std::span<double> state, const PseudoTransientHooks& hooks,
                                              const PseudoTransientState& begin) {
  const Stopwatch clock;
  load(state);
  PseudoTransientResult result;
  PseudoTransientState& loop = result.loop;
  loop = begin;
  double norm = begin_phase(loop);
  if (!loop.begun()) loop.initial_residual = norm;
  result.residual = norm;
  if (!std::isfinite(norm)) result.reason = EndReason::diverged;
  keep_as_good();
  update_wave_speeds();
  // What is known of a former run's drop is that after its last step.
  const double drop_so_far =
      options_.drop_measure == DropMeasure::after_step && norm > 0 ? loop.initial_residual / norm : 1.0;
  if (norm <= rounding_level() || has_converged(loop, drop_so_far, norm))
    result.reason = EndReason::converged;
  else if (loop.steps > 0 && !loop.first_order && hooks.settled && hooks.settled())
    result.reason = EndReason::settled;

  CflLaw law(options_, loop.cfl);
  while (result.reason == EndReason::step_limit && loop.steps < options_.max_steps) {
    norm = change_phase(loop, norm, hooks);
    StepRecord record;
    record.step = static_cast<int>(loop.steps);
    record.order = residual_->order();
    record.cfl = law.next(norm);
    record.residual = norm;
    ForcingMemory forcing = loop.forcing;
    set_linear_solver(loop, forcing, norm);
    if (const auto end = take_step(record, law, loop, hooks)) {
      result.reason = *end;
      break;
    }
    keep_as_good();
    norm = record.residual_after;
    const double measured = options_.drop_measure == DropMeasure::before_step ? record.residual : norm;
    record.drop = measured > 0 ? loop.initial_residual / measured : HUGE_VAL;
    record.seconds = begin.seconds + clock.seconds();
    ++loop.steps;
    loop.seconds = record.seconds;
    loop.cfl = law.memory();
    loop.forcing = forcing;
    start_up_.count_step(loop, norm);
    result.residual = norm;
    result.drop = record.drop;
    if (hooks.after_step) {
      const petsc::ReadView reached(good_.get()), reached_residual(steady_.get());
      record.state = reached.span();
      record.state_residual = reached_residual.span();
      record.loop = &loop;
      hooks.after_step(record);
    }
    if (has_converged(loop, record.drop, norm)) {
      result.reason = EndReason::converged;
    } else if (!loop.first_order && hooks.settled && hooks.settled()) {
      result.reason = EndReason::settled;
    } else if (hooks.stop_requested && hooks.stop_requested()) {
      result.reason = EndReason::stopped;
    }
  }
  const petsc::ReadView good(good_.get());
  std::copy(good.span().begin(), good.span().end(), state.begin());
  result.steps = static_cast<int>(loop.steps);
  result.linear_iterations = loop.linear_iterations;
  result.rejections = static_cast<int>(loop.rejections);
  result.initial_residual = loop.initial_residual;
  result.seconds = begin.seconds + clock.seconds();
  return result;
}

// Tries the step, with ever smaller CFL numbers, until it leaves a state that is no worse than the options
// allow. Otherwise why it gave up: the attempts are used up or a stop was requested between two of them; q_
// is then the last good state again.
template <class E>
std::optional<EndReason> PseudoTransient<E>::take_step(StepRecord& record, CflLaw& law,
                                                       PseudoTransientState& loop,
                                                       const PseudoTransientHooks& hooks) {
  const double limit =
      std::min(options_.residual_growth_limit * record.residual, hopeless_growth * loop.initial_residual);
  for (;; ++record.rejections) {
    update_wave_speeds();
    const NewtonResult newton =
        newton_->solve(q_.get(), steady_.get(), wave_speed_sums_, record.cfl, preconditioner_);
    record.linear_iterations = newton.linear_iterations;
    record.limited = newton.limited;
    record.least_scale = newton.least_scale;
    loop.linear_iterations += newton.linear_iterations;
    record.residual_after = norm_of_residual();
    const bool finite = std::isfinite(record.residual_after);
    if (newton.solved && finite && record.residual_after <= limit) return std::nullopt;

    // Evaluated anew rather than kept: the limiter has to go back with the state as well.
    check(VecCopy(good_.get(), q_.get()));
    const double rejected_norm = record.residual_after;
    norm_of_residual();
    ++loop.rejections;
    if (hooks.rejected) {
      hooks.rejected(record.cfl, rejected_norm,
                     !newton.solved ? "the linear solve failed"
                     : !finite      ? "the residual is not a number"
                                    : "the residual grew too much");
    }
    preconditioner_ = Preconditioner::renewed;
    if (record.rejections >= options_.max_rejections) return EndReason::diverged;
    if (hooks.stop_requested && hooks.stop_requested()) return EndReason::stopped;
    record.cfl = law.reject();
  }
}

template <class E>
void PseudoTransient<E>::keep_as_good() {
  check(VecCopy(q_.get(), good_.get()));
}

#define INSTANTIATE(E) template class PseudoTransient<E>;
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
