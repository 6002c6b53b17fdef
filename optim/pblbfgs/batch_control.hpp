// SPDX-License-Identifier: Apache-2.0
// How many samples a batch of PB-L-BFGS has, and how long its first trial step is. Called by `pblbfgs`.
// Local; O(1).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "optim/pblbfgs/pblbfgs_options.hpp"
#include "optim/problem/sample_objective.hpp"

namespace trireme::optim {

class BatchControl {
 public:
  BatchControl(const PblbfgsOptions& options, GlobalIndex n_samples)
      : options_(options), n_samples_(n_samples) {}

  GlobalIndex first() const { return handed_over(options_.s0); }

  // Samples of a batch whose gradients' variance stands for that of all.
  GlobalIndex test_samples(GlobalIndex count) const {
    const auto share = static_cast<GlobalIndex>(options_.test_share * static_cast<double>(count));
    return std::min(count, std::max<GlobalIndex>(share, least_test_samples));
  }

  // The inner-product quasi-Newton test: the variance of g_i'H^2 g, divided by the batch's size, must not
  // exceed theta^2 ||H g||^4. The size that passes it, at least the present one.
  GlobalIndex after_test(GlobalIndex count, const SampleMoments& along, double squared_norm_hg) const {
    const double allowed = options_.theta * options_.theta * squared_norm_hg * squared_norm_hg;
    if (along.variance <= allowed * static_cast<double>(count)) return count;
    const double wanted = std::ceil(along.variance / allowed);
    return handed_over(wanted < static_cast<double>(n_samples_) ? static_cast<GlobalIndex>(wanted)
                                                                : n_samples_);
  }

  // The floor under the growth: called once an iteration with the batch's loss.
  GlobalIndex after_iteration(GlobalIndex count, double objective) {
    if (objective < (1 - options_.growth_fall) * best_) {
      best_ = objective;
      waited_ = 0;
      return count;
    }
    if (++waited_ < options_.growth_patience || options_.growth == 1) return count;
    waited_ = 0;
    return handed_over(1 + static_cast<GlobalIndex>(options_.growth * static_cast<double>(count)));
  }

  // alpha = 1 / (1 + Var(g_i) / (n ||g||^2)), n = count, with n - 1 in the variance; norms: of the losses'
  // gradients alone, whose mean has the norm `loss_gradient_norm`; g is the regularized gradient.
  static double first_step(const SampleMoments& norms, GlobalIndex count, double loss_gradient_norm,
                           double gradient_norm) {
    if (count < 2 || gradient_norm == 0) return 1;
    const auto n = static_cast<double>(count);
    const double variance =
        std::max(0.0, (norms.mean - loss_gradient_norm * loss_gradient_norm) * n / (n - 1));
    return 1 / (1 + variance / (n * gradient_norm * gradient_norm));
  }

  // A batch of so many samples, or all of them.
  GlobalIndex at_least(GlobalIndex count) const { return handed_over(std::min(count, n_samples_)); }

  double best() const { return best_; }
  int waited() const { return waited_; }
  void restore(double best, int waited) {
    best_ = best;
    waited_ = waited;
  }

 private:
  static constexpr GlobalIndex least_test_samples = 128;
  GlobalIndex handed_over(GlobalIndex count) const {
    return static_cast<double>(count) >= options_.handover * static_cast<double>(n_samples_) ? n_samples_
                                                                                             : count;
  }

  PblbfgsOptions options_;
  GlobalIndex n_samples_;
  double best_ = std::numeric_limits<double>::infinity();
  int waited_ = 0;
};

}  // namespace trireme::optim
