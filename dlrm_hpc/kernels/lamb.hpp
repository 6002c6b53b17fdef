// SPDX-License-Identifier: Apache-2.0
// One step of LAMB (You et al., "Large batch optimization for deep learning: training BERT in 76 minutes",
// ICLR 2020, arXiv 1904.00962, algorithm 2, with the identity as its scaling function): the update of Adam,
// with weight_decay * w added, made as long as the array of parameters itself. Called by training, array by
// array. Threaded over chunks of a fixed size whose sums are added in order, so with the same bits for any
// thread count.
#pragma once

#include <cstddef>

#include "dlrm_hpc/kernels/row_rule.hpp"

namespace trireme::dlrm::kernels {

inline constexpr std::size_t lamb_chunk = 4096;

// Doubles of scratch for an array of n parameters.
constexpr std::size_t lamb_scratch(std::size_t n) {
  return 2 * ((n + lamb_chunk - 1) / lamb_chunk);
}

// values, gradients, and the moments first and second: [n]. Where the parameters or the update are all zero
// the update is Adam's.
void lamb_update(const RuleParameters& rule, float* values, const float* gradients, float* first,
                 float* second, std::size_t n, double* scratch);
void lamb_update_reference(const RuleParameters& rule, float* values, const float* gradients, float* first,
                           float* second, std::size_t n);

}  // namespace trireme::dlrm::kernels
