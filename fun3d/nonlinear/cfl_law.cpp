// SPDX-License-Identifier: Apache-2.0
#include "fun3d/nonlinear/cfl_law.hpp"

#include <algorithm>
#include <cmath>

namespace trireme::flow {

CflMemory CflLaw::memory_for(const PseudoTimeOptions& options, double initial_norm, double factor) {
  // The number before the first, from which that may grow to factor times the initial one.
  return {.initial_norm = factor * initial_norm,
          .cfl = factor * options.cfl_initial / options.cfl_growth_limit};
}

double CflLaw::next(double residual_norm) {
  if (memory_.cfl == 0) {
    if (memory_.initial_norm < 0) memory_.initial_norm = residual_norm;
    memory_.cfl = options_.cfl_initial;
    return memory_.cfl;
  }
  // A step that was accepted after rejections takes back half a cut (in the logarithm).
  memory_.cut = std::min(1.0, memory_.cut / std::sqrt(options_.rejection_factor));
  const double evolved = residual_norm > 0
                             ? options_.cfl_gain * options_.cfl_initial * memory_.initial_norm / residual_norm
                             : options_.cfl_max;
  const double wanted =
      memory_.cut * std::clamp(evolved, std::min(options_.cfl_min, options_.cfl_max), options_.cfl_max);
  memory_.cfl = std::min(wanted, memory_.cfl * options_.cfl_growth_limit);
  return memory_.cfl;
}

double CflLaw::reject() {
  memory_.cut *= options_.rejection_factor;
  memory_.cfl *= options_.rejection_factor;
  return memory_.cfl;
}

}  // namespace trireme::flow
