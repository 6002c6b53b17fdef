// SPDX-License-Identifier: Apache-2.0
#include "optim/environment/environment.hpp"

#include <cmath>
#include <numbers>

#include "optim/environment/acrobot.hpp"
#include "optim/environment/cart_pole.hpp"
#include "optim/environment/mountain_car.hpp"
#include "optim/environment/pendulum.hpp"

namespace trireme::optim {

EnvironmentFacts facts_of(EnvironmentKind kind) {
  switch (kind) {
    case EnvironmentKind::cartpole:
      return {.observation_size = 4, .n_actions = 2, .longest_episode = 500};
    case EnvironmentKind::acrobot:
      return {.observation_size = 6,
              .n_actions = 3,
              .longest_episode = 500,
              .observation_scale = {1, 1, 1, 1, acrobot::largest_rate_1, acrobot::largest_rate_2}};
    case EnvironmentKind::mountain_car:
      return {.observation_size = 2,
              .n_actions = 3,
              .longest_episode = 200,
              .observation_scale = {1, mountain_car::largest_speed}};
    case EnvironmentKind::pendulum:
      break;
  }
  return {.observation_size = 3,
          .n_actions = 0,
          .longest_episode = 200,
          .largest_action = pendulum::largest_torque,
          // Not by the largest rate: where the pendulum is caught, a radian per second asks for as much
          // torque as a radian does, and a policy that sees an eighth of it does not learn to catch.
          .observation_scale = {1, 1, 1}};
}

EnvironmentState first_state(EnvironmentKind kind, const std::array<double, 4>& uniform) {
  switch (kind) {
    case EnvironmentKind::cartpole:
      return cart_pole::start(uniform);
    case EnvironmentKind::acrobot:
      return acrobot::start(uniform);
    case EnvironmentKind::mountain_car:
      return mountain_car::start(uniform);
    case EnvironmentKind::pendulum:
      break;
  }
  return pendulum::start(uniform);
}

StepResult take_step(EnvironmentKind kind, EnvironmentState& state, double action) {
  switch (kind) {
    case EnvironmentKind::cartpole:
      return cart_pole::step(state, static_cast<int>(action));
    case EnvironmentKind::acrobot:
      return acrobot::step(state, static_cast<int>(action));
    case EnvironmentKind::mountain_car:
      return mountain_car::step(state, static_cast<int>(action));
    case EnvironmentKind::pendulum:
      break;
  }
  return pendulum::step(state, action);
}

void observe(EnvironmentKind kind, const EnvironmentState& s, std::span<double> observation) {
  std::array<double, 6> all{s[0], s[1], s[2], s[3]};
  if (kind == EnvironmentKind::acrobot)
    all = {std::cos(s[0]), std::sin(s[0]), std::cos(s[1]), std::sin(s[1]), s[2], s[3]};
  if (kind == EnvironmentKind::pendulum) all = {std::cos(s[0]), std::sin(s[0]), s[1]};
  for (std::size_t k = 0; k < observation.size(); ++k) observation[k] = all[k];
}

double RandomPlace::normal(std::uint64_t use) const {
  // 1 - uniform lies in (0, 1].
  return std::sqrt(-2 * std::log(1 - uniform(2 * use))) *
         std::cos(2 * std::numbers::pi * uniform(2 * use + 1));
}

}  // namespace trireme::optim
