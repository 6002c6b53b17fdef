// SPDX-License-Identifier: Apache-2.0
// Advantage actor-critic with synchronous environments (A2C, after V. Mnih and others, "Asynchronous methods
// for deep reinforcement learning", ICML 2016): all environments take some steps by the same policy, and one
// step along the mean gradient of
//   -(R - V) log pi(a) - entropy_weight H(pi) + value_weight (V - R)^2 / 2
// follows, R being the rewards of those steps and the critic's value behind them. Called by trireme-optim. No
// PETSc.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "optim/actor_critic/rollout.hpp"
#include "optim/train/iterate.hpp"
#include "optim/train/learning_rate.hpp"
#include "optim/train/stochastic_step.hpp"

namespace trireme::optim {

struct ActorCriticOptions {
  EnvironmentOptions environment;
  int steps = 16;  // of every environment between two updates
  int updates = 1000;
  double discount = 0.99;
  double trace_decay = 1;             // lambda of the returns, see Rollout
  bool normalize_advantages = false;  // to mean 0 and deviation 1 over the steps of an update
  double reward_scale = 1;            // rewards are multiplied by it
  double value_weight = 0.5;
  double entropy_weight = 0.01;
  double largest_gradient = 0.5;  // a longer gradient is cut to this norm; 0: never
  StepOptions step;
  RateSchedule rate;
};

struct ActorCriticIterate {
  Iterate iterate;            // iteration: of updates; objective: the mean loss
  std::int64_t episodes = 0;  // that ended so far
  double mean_return = 0;     // of those that ended since the last update; NaN for none. Undiscounted
};

// Called after every update on every rank. Returns true, on all ranks alike, to end the run there.
using ActorCriticObserver = std::function<bool(const ActorCriticIterate&)>;

struct ActorCriticResult {
  std::vector<double> weights;
  int updates = 0;
  std::int64_t episodes = 0;
  bool finite = true;    // loss and weights, all the time
  bool stopped = false;  // by the observer
  // States that the run went through, of this rank, evenly over the run: for the choice of an ensemble. At
  // most 64 updates' of every environment, and over all ranks at most 65536 or one of every environment.
  Transitions states;
};

// From `weights` [networks.dim()], replicated, or from `resume`, which an iterate's state() gave, on any
// number of ranks. Throws Error (input) on all ranks where that is of another number of environments. The
// same bits on any number of ranks and threads. Collective; two all-reduces an update, one of them of dim +
// O(1) numbers; three with normalized advantages.
ActorCriticResult train_actor_critic(const comm::Communicator& comm, const ActorCritic& networks,
                                     const ActorCriticOptions& options, std::vector<double> weights,
                                     const ActorCriticObserver& observer,
                                     const std::optional<OptimizerState>& resume = {});

// The mean loss over rows of all ranks and its gradient [dim]. Collective.
struct ActorCriticLoss {
  double loss = 0;
  std::int64_t episodes = 0;
  double return_sum = 0;  // of the episodes
};
ActorCriticLoss actor_critic_gradient(const comm::Communicator& comm, const ActorCritic& networks,
                                      const ActorCriticOptions& options, std::span<const double> w,
                                      const Rollout& rollout, std::span<double> gradient);

}  // namespace trireme::optim
