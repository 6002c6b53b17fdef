// SPDX-License-Identifier: Apache-2.0
// A car in a valley whose motor is too weak to drive straight out of it (A. W. Moore, "Efficient memory-based
// learning for robot control", thesis, Cambridge 1990; R. S. Sutton, NIPS 8, 1996), with the constants of the
// common benchmark MountainCar-v0. Called by optim/environment/environment. Pure functions.
#pragma once

#include <algorithm>
#include <cmath>

#include "optim/environment/environment.hpp"

namespace trireme::optim::mountain_car {

inline constexpr double left_wall = -1.2, right_end = 0.6, goal = 0.5;
inline constexpr double largest_speed = 0.07, push = 0.001, gravity = 0.0025;

// State: place, velocity.
inline EnvironmentState start(const std::array<double, 4>& uniform) {
  return {-0.6 + 0.2 * uniform[0], 0};
}

// choice 0, 1, 2: to the left, not at all, to the right. A reward of -1 for every step.
inline StepResult step(EnvironmentState& s, int choice) {
  s[1] = std::clamp(s[1] + (choice - 1) * push - gravity * std::cos(3 * s[0]), -largest_speed, largest_speed);
  s[0] = std::clamp(s[0] + s[1], left_wall, right_end);
  if (s[0] == left_wall && s[1] < 0) s[1] = 0;  // the wall does not throw it back
  return {-1, s[0] >= goal && s[1] >= 0};
}

}  // namespace trireme::optim::mountain_car
