// SPDX-License-Identifier: Apache-2.0
// Learning rates over the steps of a run. Called by the stochastic methods, the ensembles and A2C. Local;
// O(1).
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace trireme::optim {

struct RateSchedule {
  double rate = 0.1;  // alpha_0
  int cycles = 0;     // 0: constant; M: M cosine cycles, at whose ends snapshots are taken
};

// Steps of one cycle of a run of n_steps.
constexpr std::int64_t cycle_length(const RateSchedule& schedule, std::int64_t n_steps) {
  return schedule.cycles > 0 ? (n_steps + schedule.cycles - 1) / schedule.cycles : n_steps;
}

// Of step t = 1, 2, ..., n_steps: alpha(t) = alpha_0 / 2 (cos(pi mod(t - 1, L) / L) + 1), L the cycle's
// length (Saphal and others, "SEERL: sample efficient ensemble reinforcement learning", arXiv 2001.05209, eq.
// 1).
inline double rate_of_step(const RateSchedule& schedule, std::int64_t step, std::int64_t n_steps) {
  if (schedule.cycles <= 0) return schedule.rate;
  const auto length = static_cast<double>(cycle_length(schedule, n_steps));
  const double phase = std::fmod(static_cast<double>(step - 1), length) / length;
  return 0.5 * schedule.rate * (std::cos(std::numbers::pi * phase) + 1);
}

// Whether a cycle ends with that step.
constexpr bool ends_cycle(const RateSchedule& schedule, std::int64_t step, std::int64_t n_steps) {
  return schedule.cycles > 0 && step > 0 && (step % cycle_length(schedule, n_steps) == 0 || step == n_steps);
}

}  // namespace trireme::optim
