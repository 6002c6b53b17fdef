// SPDX-License-Identifier: Apache-2.0
// The optimizers of tables applied to parameters that every step touches: layers. Called by training.
// Threaded value by value, so with the same bits for any thread count.
#pragma once

#include <cstddef>

#include "dlrm_hpc/kernels/row_rule.hpp"

namespace trireme::dlrm::kernels {

// values, gradients [n]; state [state_values(rule), n]. Row-wise AdaGrad has no meaning here; LAMB
// changes nothing, see lamb.hpp.
void update_values(const RuleParameters& rule, float* values, const float* gradients, float* state,
                   std::size_t n);
void update_values_reference(const RuleParameters& rule, float* values, const float* gradients, float* state,
                             std::size_t n);

// left [n] += right.
void add_values(float* left, const float* right, std::size_t n);
void add_values(double* left, const double* right, std::size_t n);
void add_values_reference(float* left, const float* right, std::size_t n);
void add_values_reference(double* left, const double* right, std::size_t n);

}  // namespace trireme::dlrm::kernels
