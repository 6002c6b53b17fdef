// SPDX-License-Identifier: Apache-2.0
// Pseudo-transient continuation to the steady state (Kelley & Keyes, SIAM J. Numer. Anal. 35, 1998): one
// Newton step per pseudo-time step, CFL number by the residual, steps that fail rejected and retried with a
// smaller CFL number. Called by case/flow_setup and by verification tests. Divergence is a result.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fun3d/discretization/forces.hpp"
#include "fun3d/nonlinear/cfl_law.hpp"
#include "fun3d/nonlinear/newton_step.hpp"
#include "fun3d/nonlinear/pseudo_time_options.hpp"
#include "fun3d/nonlinear/pseudo_transient_state.hpp"
#include "fun3d/nonlinear/start_up.hpp"

namespace trireme::flow {

struct StepRecord {
  int step = 0;
  double cfl = 0;
  double residual = 0;          // |R| of the state the step started from
  double residual_after = 0;    // |R| of the state it reached
  double drop = 1;              // |R_0| / |R| by the chosen measure
  int linear_iterations = 0;    // of the accepted attempt
  int rejections = 0;           // attempts before it
  Order order = Order::second;  // of the scheme
  std::int64_t limited = 0;     // vertices whose update was scaled down
  double least_scale = 1;       // and the smallest factor on an update
  double seconds = 0;           // since the loop began, interruptions left out
  // [n_owned, N] reached, and R of it; valid during the callback.
  std::span<const double> state = {};
  std::span<const double> state_residual = {};
  // With `state` all that is needed to go on from here; valid during the callback.
  const PseudoTransientState* loop = nullptr;
};

enum class EndReason { converged, settled, step_limit, diverged, stopped };
std::string_view text_of(EndReason reason);

struct PseudoTransientResult {
  EndReason reason = EndReason::step_limit;
  int steps = 0;
  std::int64_t linear_iterations = 0;  // rejected attempts included
  int rejections = 0;
  double initial_residual = 0, residual = 0, drop = 1;
  double seconds = 0;
  PseudoTransientState loop = {};  // belongs to the last good state
  bool finite() const { return reason != EndReason::diverged; }
};

// What the loop tells and asks; all collective.
struct PseudoTransientHooks {
  std::function<void(const StepRecord&)> after_step = {};
  std::function<void(double cfl, double residual, std::string_view why)> rejected = {};
  // The scheme changed: "second order from here".
  std::function<void(std::string_view what)> phase_changed = {};
  std::function<bool()> stop_requested = {};
  // Asked after the after_step of a step by the scheme the run ends with: whether what the run is for no
  // longer changes, which ends it.
  std::function<bool()> settled = {};
};

template <class E>
class PseudoTransient {
 public:
  // Collective. References must outlive the object.
  PseudoTransient(const comm::Communicator& comm, Residual<E>& residual, NewtonStep<E>& newton,
                  const PseudoTimeOptions& options, const StartUpOptions& start_up = {},
                  double freeze_limiter_after_drop = 0);

  // With the values meant by 0.
  const PseudoTimeOptions& options() const { return options_; }

  // |R| of a state [n_owned, N]. Collective.
  double residual_norm(std::span<const double> state);
  // |R| of a state [n_owned, N] by the scheme with which a run from it begins. Collective.
  double initial_norm(std::span<const double> state);

  // state [n_owned, N]: in the initial state, out the last good one. begin: what a former run remembered at
  // that state; counts and times of the result then include it. Collective.
  PseudoTransientResult run(std::span<double> state, const PseudoTransientHooks& hooks,
                            const PseudoTransientState& begin = {});

 private:
  void load(std::span<const double> state);
  double norm_of_residual();
  double begin_phase(PseudoTransientState& loop);
  double change_phase(PseudoTransientState& loop, double norm, const PseudoTransientHooks& hooks);
  void update_wave_speeds();
  double rounding_level() const;
  void set_linear_solver(const PseudoTransientState& loop, ForcingMemory& forcing, double norm);
  bool has_converged(const PseudoTransientState& loop, double drop, double norm) const;
  std::optional<EndReason> take_step(StepRecord& record, CflLaw& law, PseudoTransientState& loop,
                                     const PseudoTransientHooks& hooks);
  void keep_as_good();

  comm::Communicator comm_;
  Residual<E>* residual_;
  NewtonStep<E>* newton_;
  PseudoTimeOptions options_;
  StartUp start_up_;
  PetscHandle<Vec, VecDestroy> q_, good_, steady_;
  std::vector<double> wave_speed_sums_;
  bool limiter_frozen_ = false;
  Preconditioner preconditioner_ = Preconditioner::renewed;
};

}  // namespace trireme::flow
