// SPDX-License-Identifier: Apache-2.0
#include "fun3d/nonlinear/cfl_law.hpp"

#include <algorithm>
#include <cmath>

namespace trireme::flow {

double CflLaw::next(double residual_norm) {
  if (initial_norm_ < 0) {
    initial_norm_ = residual_norm;
    cfl_ = options_.cfl_initial;
    return cfl_;
  }
  // A step that was accepted after rejections takes back half a cut (in the logarithm).
  cut_ = std::min(1.0, cut_ / std::sqrt(options_.rejection_factor));
  const double evolved = residual_norm > 0
                             ? options_.cfl_gain * options_.cfl_initial * initial_norm_ / residual_norm
                             : options_.cfl_max;
  const double wanted =
      cut_ * std::clamp(evolved, std::min(options_.cfl_min, options_.cfl_max), options_.cfl_max);
  cfl_ = std::min(wanted, cfl_ * options_.cfl_growth_limit);
  return cfl_;
}

double CflLaw::reject() {
  cut_ *= options_.rejection_factor;
  cfl_ *= options_.rejection_factor;
  return cfl_;
}

}  // namespace trireme::flow
