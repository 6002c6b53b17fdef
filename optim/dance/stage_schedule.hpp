// SPDX-License-Identifier: Apache-2.0
// The stages of DANCE: how many samples, the statistical accuracy V_n they can give, and when a stage's
// minimiser is known well enough. Called by the TAO type `dance`. Local; O(1).
#pragma once

#include <algorithm>
#include <cmath>

#include "optim/dance/dance_options.hpp"
#include "solvers/base/types.hpp"

namespace trireme::optim {

class StageSchedule {
 public:
  StageSchedule(const DanceOptions& options, GlobalIndex n_samples)
      : options_(options), n_samples_(n_samples) {}

  // N / alpha^k for the largest k that leaves m0 samples: the last stages then are whole steps of growth.
  GlobalIndex first() const { return next(std::min<GlobalIndex>(options_.m0, n_samples_) - 1); }
  // The smallest of those sizes above n.
  GlobalIndex next(GlobalIndex n) const {
    GlobalIndex size = n_samples_;
    for (double divisor = options_.alpha; size > n; divisor *= options_.alpha) {
      const auto smaller = static_cast<GlobalIndex>(std::ceil(static_cast<double>(n_samples_) / divisor));
      if (smaller <= n || smaller >= size) break;
      size = smaller;
    }
    return size;
  }
  bool is_last(GlobalIndex n) const { return n >= n_samples_; }

  double accuracy(GlobalIndex n) const { return std::pow(static_cast<double>(n), -options_.gamma); }  // V_n
  double lambda(GlobalIndex n) const { return options_.c * accuracy(n); }

  // R_n is lambda-strongly convex, so its gap is at most ||g||^2 / (2 c V_n).
  bool certified(GlobalIndex n, double gradient_norm) const {
    return gradient_norm <= std::sqrt(2 * options_.c) * accuracy(n);
  }
  // The quadratic model's gap.
  bool small_decrement(GlobalIndex n, double squared_decrement) const {
    return 0.5 * squared_decrement <= accuracy(n);
  }

  // Samples in Hessian products of a stage.
  GlobalIndex hessian_samples(GlobalIndex n, double fraction) const {
    const auto share = static_cast<GlobalIndex>(std::ceil(fraction * static_cast<double>(n)));
    return std::min(n, std::max<GlobalIndex>(share, options_.hess_min));
  }

 private:
  DanceOptions options_;
  GlobalIndex n_samples_;
};

}  // namespace trireme::optim
