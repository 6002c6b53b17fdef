// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/kernels/click_loss.hpp"

#include <algorithm>
#include <cmath>

namespace trireme::dlrm::kernels {

double logistic(double x) {
  const double power = std::exp(-std::fabs(x));
  return x >= 0 ? 1 / (1 + power) : power / (1 + power);
}

LossTerms loss_terms(const LossShape& shape, double x, double y) {
  const double weight = y < 0.5 ? shape.negative_weight : shape.positive_weight;
  const double power = std::exp(-std::fabs(x));
  const double p = x >= 0 ? 1 / (1 + power) : power / (1 + power);
  const double slope = power / ((1 + power) * (1 + power));  // p (1 - p)
  if (shape.kind == LossKind::binary_cross_entropy)
    return {weight * (std::max(x, 0.0) - x * y + std::log1p(power)), weight * (p - y), weight * slope,
            weight * slope};
  const double squared = 2 * weight * slope * slope;
  return {weight * (p - y) * (p - y), 2 * weight * (p - y) * slope,
          squared + 2 * weight * (p - y) * slope * (1 - 2 * p), squared};
}

double loss_and_gradient(const LossShape& shape, const float* logits, const float* labels, std::size_t n,
                         float scale, float* d_logits) {
  double sum = 0;
  for (std::size_t s = 0; s < n; ++s) {
    const LossTerms terms = loss_terms(shape, logits[s], labels[s]);
    sum += terms.loss;
    d_logits[s] = static_cast<float>(terms.first * scale);
  }
  return sum;
}

}  // namespace trireme::dlrm::kernels
