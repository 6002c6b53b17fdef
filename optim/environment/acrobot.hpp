// SPDX-License-Identifier: Apache-2.0
// Two links that hang from a joint; a torque between them must swing the tip above a line one link above the
// joint (R. S. Sutton, "Generalization in reinforcement learning: successful examples using sparse coarse
// coding", NIPS 8, 1996; equations of Sutton and Barto's book), with the constants and the Runge-Kutta steps
// of the common benchmark Acrobot-v1. Called by optim/environment/environment. Pure functions.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "optim/environment/environment.hpp"

namespace trireme::optim::acrobot {

inline constexpr double gravity = 9.8;    // m/s2
inline constexpr double mass = 1;         // of each link, kg
inline constexpr double length = 1;       // of each link, m
inline constexpr double to_centre = 0.5;  // of mass, m
inline constexpr double inertia = 1;      // of each link, kg m2
inline constexpr double time_step = 0.2;  // s
inline constexpr double largest_rate_1 = 4 * std::numbers::pi, largest_rate_2 = 9 * std::numbers::pi;

// State: angle of the first link from hanging, of the second from the first's direction, and their rates.
inline EnvironmentState start(const std::array<double, 4>& uniform) {
  EnvironmentState s;
  for (std::size_t k = 0; k < 4; ++k) s[k] = 0.2 * uniform[k] - 0.1;
  return s;
}

inline EnvironmentState derivative(const EnvironmentState& s, double torque) {
  const double cosine = std::cos(s[1]), sine = std::sin(s[1]);
  const double d1 = mass * to_centre * to_centre +
                    mass * (length * length + to_centre * to_centre + 2 * length * to_centre * cosine) +
                    2 * inertia;
  const double d2 = mass * (to_centre * to_centre + length * to_centre * cosine) + inertia;
  const double phi2 = mass * to_centre * gravity * std::sin(s[0] + s[1]);
  const double phi1 = -mass * length * to_centre * (s[3] * s[3] + 2 * s[3] * s[2]) * sine +
                      mass * (to_centre + length) * gravity * std::sin(s[0]) + phi2;
  const double second = (torque + d2 / d1 * phi1 - mass * length * to_centre * s[2] * s[2] * sine - phi2) /
                        (mass * to_centre * to_centre + inertia - d2 * d2 / d1);
  return {s[2], s[3], -(d2 * second + phi1) / d1, second};
}

// choice 0, 1, 2: torque -1, 0, 1 Nm. A reward of -1 for every step but the last.
inline StepResult step(EnvironmentState& s, int choice) {
  const double torque = choice - 1;
  const auto moved = [&](const EnvironmentState& slope, double time) {
    EnvironmentState result;
    for (std::size_t k = 0; k < 4; ++k) result[k] = s[k] + time * slope[k];
    return result;
  };
  const EnvironmentState k1 = derivative(s, torque), k2 = derivative(moved(k1, time_step / 2), torque),
                         k3 = derivative(moved(k2, time_step / 2), torque),
                         k4 = derivative(moved(k3, time_step), torque);
  for (std::size_t k = 0; k < 4; ++k) s[k] += time_step / 6 * (k1[k] + 2 * k2[k] + 2 * k3[k] + k4[k]);
  // Angles in [-pi, pi].
  for (std::size_t k = 0; k < 2; ++k) s[k] = std::remainder(s[k], 2 * std::numbers::pi);
  s[2] = std::clamp(s[2], -largest_rate_1, largest_rate_1);
  s[3] = std::clamp(s[3], -largest_rate_2, largest_rate_2);
  const bool high = -std::cos(s[0]) - std::cos(s[0] + s[1]) > 1;
  return {high ? 0.0 : -1.0, high};
}

}  // namespace trireme::optim::acrobot
