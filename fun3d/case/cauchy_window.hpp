// SPDX-License-Identifier: Apache-2.0
// Whether the force coefficients have settled: over the last steps none of them has changed by more than the
// deck allows. Fed by case/flow_results after every step, asked by the pseudo-transient loop. Local; the same
// on all ranks for the same coefficients.
#pragma once

#include <deque>

#include "fun3d/case/convergence_options.hpp"
#include "fun3d/discretization/forces.hpp"

namespace trireme::flow {

class CauchyWindow {
 public:
  explicit CauchyWindow(const ConvergenceOptions& options) : options_(options) {}

  // One step: |R_0| / |R| of the state it reached, and that state's coefficients. The window starts anew
  // where the drop is below cauchy_after_drop or a coefficient is not a number.
  void add(double drop, const ForceCoefficients& coefficients);

  // True when the window is full and every watched coefficient varies by no more than cauchy_tolerance in it.
  // Cost: linear in the window.
  bool settled() const;

 private:
  ConvergenceOptions options_;
  std::deque<ForceCoefficients> window_;
};

}  // namespace trireme::flow
