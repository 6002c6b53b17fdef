// SPDX-License-Identifier: Apache-2.0
// Section convergence of a deck: when the force coefficients end a run before its residual does.
#pragma once

#include "solvers/options/schema.hpp"

namespace trireme::flow {

// Which coefficients must have settled.
enum class WatchedForces { lift, drag, lift_and_drag };

struct ConvergenceOptions {
  int cauchy_window = 0;
  double cauchy_tolerance = 1e-5;
  WatchedForces cauchy_coefficients = WatchedForces::lift_and_drag;
  double cauchy_after_drop = 100;

  void describe(options::Schema& schema);
  bool watches_forces() const { return cauchy_window > 0; }
};

}  // namespace trireme::flow
