// SPDX-License-Identifier: Apache-2.0
// Section `optimizer` of a deck: how tables and layers are updated, and how the rate changes; or which
// second-order method trains which part, and for how long. Called by train.
#pragma once

#include <cstdint>

#include "dlrm_hpc/kernels/row_rule.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::dlrm {

enum class TrainingMethod { first_order, dance, pblbfgs };
enum class TrainedPart { layers, all };

struct OptimizerOptions {
  TrainingMethod method = TrainingMethod::first_order;
  TrainedPart part = TrainedPart::layers;
  double passes = 20;
  std::int64_t rounds = 1;
  std::int64_t table_epochs = 0;
  double lambda = -1;
  std::int64_t max_iterations = 500;
  kernels::UpdateRule tables = kernels::UpdateRule::sgd;
  kernels::UpdateRule layers = kernels::UpdateRule::sgd;
  double learning_rate = 0.1;
  double layer_learning_rate = 0;  // 0: learning_rate
  double epsilon = 1e-8;
  double momentum = 0.9;
  double second_momentum = 0.999;
  double weight_decay = 0;
  std::int64_t warm_up_steps = 0;
  std::int64_t decay_start = 0;
  std::int64_t decay_steps = 0;

  void describe(options::Schema& schema);
  // What a range cannot say. Throws Error(input). Local.
  void validate() const;

  // Whether steps leave layers as they are, since another method trains them.
  bool holds_layers() const { return method != TrainingMethod::first_order; }

  // step: 0, 1, ... Linear warm-up; from decay_start on the square of the part of decay_steps that is left,
  // at least one step's worth of it.
  double rate_factor(std::int64_t step) const;
  kernels::RuleParameters table_rule(std::int64_t step) const;
  kernels::RuleParameters layer_rule(std::int64_t step) const;

 private:
  kernels::RuleParameters rule_at(kernels::UpdateRule rule, double rate, std::int64_t step) const;
};

}  // namespace trireme::dlrm
