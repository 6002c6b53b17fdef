// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/kernels/update_values.hpp"

namespace trireme::dlrm::kernels {

void update_values_reference(const RuleParameters& rule, float* values, const float* gradients, float* state,
                             std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    const float g = gradients[i];
    if (rule.rule == UpdateRule::momentum)
      MomentumRule{rule}(values[i], state + i, nullptr, g);
    else if (rule.rule == UpdateRule::adagrad)
      AdagradRule{rule}(values[i], state + i, nullptr, g);
    else if (rule.rule == UpdateRule::adam)
      AdamRule{rule}(values[i], state + i, state + n + i, g);
    else
      SgdRule{rule}(values[i], nullptr, nullptr, g);
  }
}

void add_values_reference(float* left, const float* right, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) left[i] = left[i] + right[i];
}
void add_values_reference(double* left, const double* right, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) left[i] = left[i] + right[i];
}

}  // namespace trireme::dlrm::kernels
