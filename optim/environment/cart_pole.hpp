// SPDX-License-Identifier: Apache-2.0
// A pole on a cart that a force pushes to the left or to the right (A. G. Barto, R. S. Sutton, C. W.
// Anderson, "Neuronlike adaptive elements that can solve difficult learning control problems", IEEE Trans.
// SMC 13, 1983), with the constants and explicit Euler steps of the common benchmark CartPole-v1. Called by
// optim/environment/environment. Pure functions.
#pragma once

#include <cmath>
#include <numbers>

#include "optim/environment/environment.hpp"

namespace trireme::optim::cart_pole {

inline constexpr double gravity = 9.8;      // m/s2
inline constexpr double cart_mass = 1;      // kg
inline constexpr double pole_mass = 0.1;    // kg
inline constexpr double half_length = 0.5;  // of the pole, m
inline constexpr double force = 10;         // N
inline constexpr double time_step = 0.02;   // s
inline constexpr double largest_angle = 12 * std::numbers::pi / 180;
inline constexpr double largest_place = 2.4;  // m

// State: place, velocity, angle from upright, its rate.
inline EnvironmentState start(const std::array<double, 4>& uniform) {
  EnvironmentState s;
  for (std::size_t k = 0; k < 4; ++k) s[k] = 0.1 * uniform[k] - 0.05;
  return s;
}

struct Accelerations {
  double cart, angle;
};

inline Accelerations accelerations(const EnvironmentState& s, double push) {
  constexpr double total = cart_mass + pole_mass;
  const double sine = std::sin(s[2]), cosine = std::cos(s[2]);
  const double without_pole = (push + pole_mass * half_length * s[3] * s[3] * sine) / total;
  const double angle = (gravity * sine - cosine * without_pole) /
                       (half_length * (4.0 / 3.0 - pole_mass * cosine * cosine / total));
  return {without_pole - pole_mass * half_length * angle * cosine / total, angle};
}

// choice 0: push to the left; 1: to the right. A reward of 1 for every step.
inline StepResult step(EnvironmentState& s, int choice) {
  const Accelerations a = accelerations(s, choice == 1 ? force : -force);
  s = {s[0] + time_step * s[1], s[1] + time_step * a.cart, s[2] + time_step * s[3],
       s[3] + time_step * a.angle};
  return {1, std::fabs(s[0]) > largest_place || std::fabs(s[2]) > largest_angle};
}

}  // namespace trireme::optim::cart_pole
