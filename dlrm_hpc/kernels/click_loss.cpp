// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/kernels/click_loss.hpp"

#include <algorithm>
#include <cmath>

namespace trireme::dlrm::kernels {

double logistic(double x) {
  const double power = std::exp(-std::fabs(x));
  return x >= 0 ? 1 / (1 + power) : power / (1 + power);
}

double loss_and_gradient(const LossShape& shape, const float* logits, const float* labels, std::size_t n,
                         float scale, float* d_logits) {
  double sum = 0;
  for (std::size_t s = 0; s < n; ++s) {
    const double x = logits[s], y = labels[s];
    const double weight = y < 0.5 ? shape.negative_weight : shape.positive_weight;
    const double power = std::exp(-std::fabs(x));
    const double p = x >= 0 ? 1 / (1 + power) : power / (1 + power);
    double loss, derivative;
    if (shape.kind == LossKind::binary_cross_entropy) {
      loss = std::max(x, 0.0) - x * y + std::log1p(power);
      derivative = p - y;
    } else {
      loss = (p - y) * (p - y);
      derivative = 2 * (p - y) * p * (1 - p);
    }
    sum += weight * loss;
    d_logits[s] = static_cast<float>(weight * derivative * scale);
  }
  return sum;
}

}  // namespace trireme::dlrm::kernels
