// SPDX-License-Identifier: Apache-2.0
// A rod on a joint whose motor is too weak to lift it without swinging, with the constants and semi-implicit
// steps of the common benchmark Pendulum-v1. The action is a number. Called by
// optim/environment/environment. Pure functions.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "optim/environment/environment.hpp"

namespace trireme::optim::pendulum {

inline constexpr double gravity = 10, mass = 1, length = 1, time_step = 0.05;
inline constexpr double largest_rate = 8, largest_torque = 2;

// State: angle from upright, its rate.
inline EnvironmentState start(const std::array<double, 4>& uniform) {
  return {std::numbers::pi * (2 * uniform[0] - 1), 2 * uniform[1] - 1};
}

inline StepResult step(EnvironmentState& s, double action) {
  const double torque = std::clamp(action, -largest_torque, largest_torque);
  const double angle = std::remainder(s[0], 2 * std::numbers::pi);
  const double cost = angle * angle + 0.1 * s[1] * s[1] + 0.001 * torque * torque;
  s[1] += (3 * gravity / (2 * length) * std::sin(s[0]) + 3 / (mass * length * length) * torque) * time_step;
  s[1] = std::clamp(s[1], -largest_rate, largest_rate);
  s[0] += s[1] * time_step;
  return {-cost, false};
}

}  // namespace trireme::optim::pendulum
