// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/kernels/update_values.hpp"

#include <cstdint>

namespace trireme::dlrm::kernels {
namespace {

template <class Rule>
void apply(const Rule& rule, float* values, const float* gradients, float* state, std::size_t n) {
  float* const second = state ? state + n : nullptr;
#pragma omp parallel for simd schedule(simd : static) if (parallel : n > 16384)
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(n); ++i)
    rule(values[i], state + i, second + i, gradients[i]);
}

}  // namespace

void update_values(const RuleParameters& rule, float* values, const float* gradients, float* state,
                   std::size_t n) {
  switch (rule.rule) {
    case UpdateRule::sgd:
    case UpdateRule::rowwise_adagrad: {
      const float rate = rule.learning_rate;
#pragma omp parallel for simd schedule(simd : static) if (parallel : n > 16384)
      for (std::int64_t i = 0; i < static_cast<std::int64_t>(n); ++i) values[i] -= rate * gradients[i];
      return;
    }
    case UpdateRule::momentum:
      return apply(MomentumRule(rule), values, gradients, state, n);
    case UpdateRule::adagrad:
      return apply(AdagradRule(rule), values, gradients, state, n);
    case UpdateRule::adam:
      return apply(AdamRule(rule), values, gradients, state, n);
    case UpdateRule::lamb:
      return;
  }
}

void add_values(float* left, const float* right, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) left[i] += right[i];
}
void add_values(double* left, const double* right, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) left[i] += right[i];
}

}  // namespace trireme::dlrm::kernels
