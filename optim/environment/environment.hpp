// SPDX-License-Identifier: Apache-2.0
// Small simulations that a policy learns to control: what they look like from outside. One file an
// environment holds its equations. Called by optim/actor_critic. Pure functions, local.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "solvers/base/counter_hash.hpp"

namespace trireme::optim {

enum class EnvironmentKind { cartpole, acrobot, mountain_car, pendulum };

struct EnvironmentFacts {
  int observation_size = 0;
  int n_actions = 0;          // 0: the action is a number
  int longest_episode = 0;    // steps, after which an episode is cut off
  double largest_action = 1;  // of a number
  // What a network sees is divided by it: about the size of each observed number, or of what matters of it.
  std::array<double, 6> observation_scale{1, 1, 1, 1, 1, 1};
};

EnvironmentFacts facts_of(EnvironmentKind kind);

using EnvironmentState = std::array<double, 4>;

struct StepResult {
  double reward = 0;
  bool terminated = false;  // nothing can follow; not set where an episode is cut off
};

// uniform: numbers in [0, 1).
EnvironmentState first_state(EnvironmentKind kind, const std::array<double, 4>& uniform);
// action: the number of a choice, or the number itself, which is cut to what is possible.
StepResult take_step(EnvironmentKind kind, EnvironmentState& state, double action);
// observation [observation_size], as the benchmarks publish it.
void observe(EnvironmentKind kind, const EnvironmentState& state, std::span<double> observation);

// Random numbers in [0, 1) of one environment, each by its place: (seed, environment, episode, step, use).
// They do not depend on which rank has the environment, nor on what was drawn before.
struct RandomPlace {
  std::uint64_t seed = 0;
  std::int64_t environment = 0, episode = 0, step = 0;

  double uniform(std::uint64_t use) const {
    const std::uint64_t key = mix_bits(mix_bits(seed) ^ static_cast<std::uint64_t>(environment));
    return 0.5 * (1 + symmetric_hash(key, episode, static_cast<std::uint64_t>(step) << 8 | use));
  }
  // Standard normal (Box, Muller 1958).
  double normal(std::uint64_t use) const;
};

}  // namespace trireme::optim
