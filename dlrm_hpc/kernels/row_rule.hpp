// SPDX-License-Identifier: Apache-2.0
// How an optimizer changes a row of a table, given the row's whole gradient: one rule a struct, which updates
// one value; rows that a step does not touch stay as they are, state included ("lazy" momentum and Adam).
// Called by update_rows and its twin, and with every parameter as a row of its own by the dense update.
#pragma once

#include <cmath>

namespace trireme::dlrm::kernels {

// lamb: of layers only, see lamb.hpp.
enum class UpdateRule { sgd, momentum, adagrad, rowwise_adagrad, adam, lamb };

struct RuleParameters {
  UpdateRule rule = UpdateRule::sgd;
  float learning_rate = 0;
  float epsilon = 0;
  float momentum = 0;         // of momentum, and Adam's first one
  float second_momentum = 0;  // Adam's
  float correction = 1;       // Adam: 1 / (1 - momentum^t) at step t = 1, 2, ...
  float second_correction = 1;
  float weight_decay = 0;  // LAMB's
};

// Values of state for each value of a row. Row-wise AdaGrad has one a row instead.
constexpr int state_values(UpdateRule rule) {
  return rule == UpdateRule::adam || rule == UpdateRule::lamb          ? 2
         : rule == UpdateRule::momentum || rule == UpdateRule::adagrad ? 1
                                                                       : 0;
}

struct SgdRule {
  float learning_rate;
  explicit SgdRule(const RuleParameters& p) : learning_rate(p.learning_rate) {}
  void operator()(float& w, float*, float*, float g) const { w -= learning_rate * g; }
};
struct MomentumRule {
  float learning_rate, momentum;
  explicit MomentumRule(const RuleParameters& p) : learning_rate(p.learning_rate), momentum(p.momentum) {}
  void operator()(float& w, float* v, float*, float g) const {
    *v = momentum * *v + g;
    w -= learning_rate * *v;
  }
};
struct AdagradRule {
  float learning_rate, epsilon;
  explicit AdagradRule(const RuleParameters& p) : learning_rate(p.learning_rate), epsilon(p.epsilon) {}
  void operator()(float& w, float* h, float*, float g) const {
    *h += g * g;
    w -= learning_rate * g / (std::sqrt(*h) + epsilon);
  }
};
// Kingma and Ba, "Adam: a method for stochastic optimization", ICLR 2015, algorithm 1.
struct AdamRule {
  RuleParameters p;
  explicit AdamRule(const RuleParameters& parameters) : p(parameters) {}
  void moments(float& m, float& v, float g) const {
    m = p.momentum * m + (1 - p.momentum) * g;
    v = p.second_momentum * v + (1 - p.second_momentum) * (g * g);
  }
  void operator()(float& w, float* m, float* v, float g) const {
    moments(*m, *v, g);
    w -= p.learning_rate * (*m * p.correction) / (std::sqrt(*v * p.second_correction) + p.epsilon);
  }
};

}  // namespace trireme::dlrm::kernels
