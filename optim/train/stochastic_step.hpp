// SPDX-License-Identifier: Apache-2.0
// One step along a stochastic gradient: SGD with momentum (Polyak) or Adam (Kingma, Ba, ICLR 2015). Called by
// the stochastic baselines and the actor-critic method. Local; replicated data give replicated results.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace trireme::optim {

enum class StochasticMethod { sgd, adam };

struct StepOptions {
  StochasticMethod method = StochasticMethod::sgd;
  double momentum = 0.9;              // of sgd
  double beta1 = 0.9, beta2 = 0.999;  // of adam
  double epsilon = 1e-8;              // of adam
};

class StochasticStep {
 public:
  StochasticStep(const StepOptions& options, std::size_t dim)
      : options_(options), first_(dim), second_(options.method == StochasticMethod::adam ? dim : 0) {}

  // Step number `step` = 1, 2, ... of length `rate`; w and g [dim]. Returns whether all weights are finite.
  [[nodiscard]] bool move(double rate, std::int64_t step, std::span<const double> g, std::span<double> w) {
    double sum = 0;
    if (options_.method == StochasticMethod::sgd) {
      for (std::size_t i = 0; i < w.size(); ++i) {
        first_[i] = options_.momentum * first_[i] + g[i];
        w[i] -= rate * first_[i];
        sum += std::fabs(w[i]);
      }
      return std::isfinite(sum);
    }
    const double bias1 = 1 - std::pow(options_.beta1, static_cast<double>(step)),
                 bias2 = 1 - std::pow(options_.beta2, static_cast<double>(step));
    for (std::size_t i = 0; i < w.size(); ++i) {
      first_[i] = options_.beta1 * first_[i] + (1 - options_.beta1) * g[i];
      second_[i] = options_.beta2 * second_[i] + (1 - options_.beta2) * g[i] * g[i];
      w[i] -= rate * (first_[i] / bias1) / (std::sqrt(second_[i] / bias2) + options_.epsilon);
      sum += std::fabs(w[i]);
    }
    return std::isfinite(sum);
  }

  // The moments of the gradients so far, for checkpoints: momentum; of adam also the second, else empty.
  std::vector<double>& first() { return first_; }
  std::vector<double>& second() { return second_; }

 private:
  StepOptions options_;
  std::vector<double> first_, second_;
};

}  // namespace trireme::optim
