// SPDX-License-Identifier: Apache-2.0
#include "optim/actor_critic/rollout.hpp"

#include <algorithm>

#include "optim/problem/network_pass.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::optim {
namespace {

// What random numbers of a step are for.
constexpr std::uint64_t for_start = 0, for_action = 8, for_noise = 16;

double value_of(NetworkPass& critic, std::span<const double> w, std::span<const double> observation) {
  std::copy(observation.begin(), observation.end(), critic.input().begin());
  critic.forward(w.data());
  return critic.scores()[0];
}

}  // namespace

void Transitions::resize(std::size_t n_rows) {
  observations.resize(n_rows * static_cast<std::size_t>(width));
  next_observations.resize(observations.size());
  actions.resize(n_rows);
  rewards.resize(n_rows);
  terminated.resize(n_rows);
}

void Transitions::append(const Transitions& other, std::size_t row) {
  const auto from = other.observation(row), to = other.next_observation(row);
  observations.insert(observations.end(), from.begin(), from.end());
  next_observations.insert(next_observations.end(), to.begin(), to.end());
  actions.push_back(other.actions[row]);
  rewards.push_back(other.rewards[row]);
  terminated.push_back(other.terminated[row]);
}

DistributedRows Transitions::saved() const {
  DistributedRows rows{.columns = saved_columns(), .values = {}};
  for (std::size_t row = 0; row < n_rows(); ++row) {
    for (const auto seen : {observation(row), next_observation(row)})
      rows.values.insert(rows.values.end(), seen.begin(), seen.end());
    for (const double number : {actions[row], rewards[row], static_cast<double>(terminated[row])})
      rows.values.push_back(number);
  }
  return rows;
}

void Transitions::restore(const DistributedRows& rows) {
  TRIREME_EXPECT(rows.columns == saved_columns());
  const auto columns = static_cast<std::size_t>(rows.columns), w = static_cast<std::size_t>(width);
  resize(rows.values.size() / columns);
  for (std::size_t row = 0; row < n_rows(); ++row) {
    const double* from = rows.values.data() + row * columns;
    std::copy_n(from, w, observations.data() + row * w);
    std::copy_n(from + w, w, next_observations.data() + row * w);
    actions[row] = from[2 * w];
    rewards[row] = from[2 * w + 1];
    terminated[row] = from[2 * w + 2] != 0 ? 1 : 0;
  }
}

void observe_for_policy(const EnvironmentOptions& options, const EnvironmentFacts& facts,
                        const EnvironmentState& state, const RandomPlace& random,
                        std::span<double> observation) {
  observe(options.kind, state, observation);
  for (std::size_t k = 0; k < observation.size(); ++k) {
    observation[k] /= facts.observation_scale[k];
    if (options.noise > 0) observation[k] += options.noise * random.normal(for_noise + k);
  }
}

Environments::Environments(const comm::Communicator& comm, const EnvironmentOptions& options)
    : options_(options), facts_(facts_of(options.kind)) {
  const auto [begin, end] = threads::thread_range(options.count, comm.rank(), comm.size());
  for (int e = begin; e < end; ++e) {
    here_.push_back({.place = {.seed = options.seed, .environment = e}});
    start_episode(here_.back());
  }
}

DistributedRows Environments::saved() const {
  DistributedRows rows{.columns = saved_columns, .values = {}};
  for (const One& one : here_) {
    rows.values.insert(rows.values.end(), one.state.begin(), one.state.end());
    for (const double number :
         {static_cast<double>(one.place.episode), static_cast<double>(one.place.step), one.episode_return})
      rows.values.push_back(number);
  }
  return rows;
}

void Environments::restore(const DistributedRows& rows) {
  TRIREME_EXPECT(rows.values.size() == here_.size() * saved_columns);
  for (std::size_t e = 0; e < here_.size(); ++e) {
    const double* from = rows.values.data() + e * saved_columns;
    One& one = here_[e];
    std::copy_n(from, one.state.size(), one.state.begin());
    one.place.episode = static_cast<std::int64_t>(from[4]);
    one.place.step = static_cast<std::int64_t>(from[5]);
    one.episode_return = from[6];
  }
}

void Environments::start_episode(One& one) const {
  std::array<double, 4> uniform{};
  for (std::size_t k = 0; k < uniform.size(); ++k) uniform[k] = one.place.uniform(for_start + k);
  one.state = first_state(options_.kind, uniform);
  one.episode_return = 0;
}

Rollout Environments::take_steps(const ActorCritic& networks, std::span<const double> w, int n_steps,
                                 double discount, double reward_scale, double trace_decay) {
  const auto steps = static_cast<std::size_t>(n_steps);
  const OutputKind kind = networks.kind();
  const std::span<const double> w_actor = networks.of_actor(w), w_critic = networks.of_critic(w);
  Rollout rollout;
  rollout.steps.width = facts_.observation_size;
  rollout.steps.resize(here_.size() * steps);
  rollout.returns.resize(here_.size() * steps);
  rollout.values.resize(here_.size() * steps);
  std::vector<std::vector<double>> ended(here_.size());
  const auto width = static_cast<std::size_t>(facts_.observation_size);

  threads::parallel_for_range(here_.size(), [&](std::size_t first, std::size_t last) {
    NetworkPass actor(networks.actor), critic(networks.critic);
    std::vector<double> behind(steps);  // value of what follows a step where the episode does not go on
    std::vector<unsigned char> ends(steps);
    for (std::size_t e = first; e < last; ++e) {
      One& one = here_[e];
      for (std::size_t t = 0; t < steps; ++t) {
        const std::size_t row = e * steps + t;
        const std::span<double> seen(rollout.steps.observations.data() + row * width, width),
            next(rollout.steps.next_observations.data() + row * width, width);
        observe_for_policy(options_, facts_, one.state, one.place, seen);
        rollout.values[row] = value_of(critic, w_critic, seen);
        std::copy(seen.begin(), seen.end(), actor.input().begin());
        actor.forward(w_actor.data());
        const double action = random_action(kind, actor.scores(), one.place, for_action);
        const StepResult result = take_step(options_.kind, one.state, action * facts_.largest_action);
        one.episode_return += result.reward;
        ++one.place.step;
        observe_for_policy(options_, facts_, one.state, one.place, next);
        rollout.steps.actions[row] = action;
        rollout.steps.rewards[row] = reward_scale * result.reward;
        rollout.steps.terminated[row] = result.terminated ? 1 : 0;
        const bool cut_off = one.place.step >= facts_.longest_episode;
        ends[t] = result.terminated || cut_off || t + 1 == steps;
        behind[t] = !ends[t] || result.terminated ? 0 : value_of(critic, w_critic, next);
        if (!result.terminated && !cut_off) continue;
        ended[e].push_back(one.episode_return);
        ++one.place.episode;
        one.place.step = 0;
        start_episode(one);
      }
      double following = 0;
      for (std::size_t t = steps; t-- > 0;) {
        const std::size_t row = e * steps + t;
        following =
            ends[t] ? behind[t] : (1 - trace_decay) * rollout.values[row + 1] + trace_decay * following;
        following = rollout.steps.rewards[row] + discount * following;
        rollout.returns[row] = following;
      }
    }
  });
  for (const std::vector<double>& of_one : ended)
    rollout.episode_returns.insert(rollout.episode_returns.end(), of_one.begin(), of_one.end());
  return rollout;
}

}  // namespace trireme::optim
