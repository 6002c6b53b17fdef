// SPDX-License-Identifier: Apache-2.0
// The loss of a block of predictions and its gradient. Called by the dense part block by block. Serial.
#pragma once

#include <cstddef>

namespace trireme::dlrm::kernels {

enum class LossKind { binary_cross_entropy, squared_error };

struct LossShape {
  LossKind kind = LossKind::binary_cross_entropy;
  float negative_weight = 1, positive_weight = 1;  // of samples with a label below and from 0.5
};

// 1 / (1 + exp(-x)), without overflow.
double logistic(double x);

// A sample's weighted loss as a function of its logit, its first two derivatives, and its Gauss-Newton term:
// the second derivative of cross entropy in the logit, and of the square in the prediction, carried over.
struct LossTerms {
  double loss = 0, first = 0, second = 0, gauss_newton = 0;
};
LossTerms loss_terms(const LossShape& shape, double logit, double label);

// logits, labels [n]. Returns the sum of weighted losses, added in order: cross entropy of the prediction
// logistic(logit) in its overflow-free form max(x, 0) - x y + log(1 + exp(-|x|)), or (prediction - label)^2.
// d_logits [n] becomes scale times its derivative.
double loss_and_gradient(const LossShape& shape, const float* logits, const float* labels, std::size_t n,
                         float scale, float* d_logits);
double loss_and_gradient_reference(const LossShape& shape, const float* logits, const float* labels,
                                   std::size_t n, float scale, float* d_logits);

}  // namespace trireme::dlrm::kernels
