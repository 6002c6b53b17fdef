// SPDX-License-Identifier: Apache-2.0
// The definitions as they are written, in long double.
#include <cmath>

#include "dlrm_hpc/kernels/click_loss.hpp"

namespace trireme::dlrm::kernels {

double loss_and_gradient_reference(const LossShape& shape, const float* logits, const float* labels,
                                   std::size_t n, float scale, float* d_logits) {
  long double sum = 0;
  for (std::size_t s = 0; s < n; ++s) {
    const long double y = labels[s];
    const long double p = 1 / (1 + std::exp(-static_cast<long double>(logits[s])));
    const long double weight = labels[s] < 0.5f ? shape.negative_weight : shape.positive_weight;
    if (shape.kind == LossKind::binary_cross_entropy) {
      sum -= weight * (y * std::log(p) + (1 - y) * std::log1p(-p));
      d_logits[s] = static_cast<float>(weight * scale * (p - y));
    } else {
      sum += weight * (p - y) * (p - y);
      d_logits[s] = static_cast<float>(weight * scale * 2 * (p - y) * p * (1 - p));
    }
  }
  return static_cast<double>(sum);
}

}  // namespace trireme::dlrm::kernels
