// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <vector>

#include "dlrm_hpc/kernels/lamb.hpp"

namespace trireme::dlrm::kernels {

void lamb_update_reference(const RuleParameters& rule, float* values, const float* gradients, float* first,
                           float* second, std::size_t n) {
  std::vector<double> direction(n);
  double squares = 0, direction_squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    first[i] = rule.momentum * first[i] + (1 - rule.momentum) * gradients[i];
    second[i] = rule.second_momentum * second[i] + (1 - rule.second_momentum) * (gradients[i] * gradients[i]);
    direction[i] = static_cast<double>(first[i]) * rule.correction /
                       (std::sqrt(static_cast<double>(second[i]) * rule.second_correction) + rule.epsilon) +
                   static_cast<double>(rule.weight_decay) * values[i];
    squares += static_cast<double>(values[i]) * values[i];
    direction_squares += direction[i] * direction[i];
  }
  const double ratio =
      squares > 0 && direction_squares > 0 ? std::sqrt(squares) / std::sqrt(direction_squares) : 1;
  for (std::size_t i = 0; i < n; ++i)
    values[i] = static_cast<float>(values[i] - rule.learning_rate * ratio * direction[i]);
}

}  // namespace trireme::dlrm::kernels
