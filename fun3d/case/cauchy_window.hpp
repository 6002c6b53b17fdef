// SPDX-License-Identifier: Apache-2.0
// Whether the force coefficients have settled: over the last steps none of them has changed by more than the
// deck allows. Fed by case/flow_results after every step, asked by the pseudo-transient loop. Local; the same
// on all ranks for the same coefficients.
#pragma once

#include <deque>
#include <span>
#include <vector>

#include "fun3d/case/convergence_options.hpp"
#include "fun3d/discretization/forces.hpp"

namespace trireme::flow {

// What is watched of one step.
struct WatchedStep {
  double lift = 0, drag = 0;
};

class CauchyWindow {
 public:
  explicit CauchyWindow(const ConvergenceOptions& options) : options_(options) {}

  // One step: |R_0| / |R| of the state it reached, and that state's coefficients. The window starts anew
  // where the drop is below cauchy_after_drop or a coefficient is not a number.
  void add(double drop, const ForceCoefficients& coefficients);

  // Forgets all steps: what follows is another scheme's.
  void clear() { window_.clear(); }

  // The steps in the window, the last one last, and a window that goes on from them.
  std::vector<WatchedStep> steps() const { return {window_.begin(), window_.end()}; }
  void restore(std::span<const WatchedStep> steps);

  // True when the window is full and every watched coefficient varies by no more than cauchy_tolerance in it.
  // Cost: linear in the window.
  bool settled() const;

 private:
  void push(const WatchedStep& step);

  ConvergenceOptions options_;
  std::deque<WatchedStep> window_;
};

}  // namespace trireme::flow
