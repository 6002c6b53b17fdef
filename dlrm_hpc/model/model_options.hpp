// SPDX-License-Identifier: Apache-2.0
// Section `model` of a deck: the network and its tables. Called by train, predict, export.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dlrm_hpc/kernels/click_loss.hpp"
#include "dlrm_hpc/kernels/row_format.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::dlrm {

enum class Interaction { dot, cat, dcn };
enum class Pooling { sum, mean, max };

struct ModelOptions {
  std::vector<double> bottom = {512, 256, 64, 16};
  std::vector<double> top = {512, 256, 1};
  Interaction interaction = Interaction::dot;
  std::int64_t cross_layers = 3;
  std::int64_t cross_rank = 64;
  Pooling pooling = Pooling::sum;
  kernels::LossKind loss = kernels::LossKind::binary_cross_entropy;
  std::vector<double> loss_weights = {1, 1};
  std::int64_t hash_rows = 0;
  std::int64_t seed = 123;

  void describe(options::Schema& schema);
  // What a range cannot say. Throws Error(input). Local.
  void validate() const;

  // Values of an embedding vector: the outputs of the bottom network.
  std::size_t width() const { return static_cast<std::size_t>(bottom.back()); }
  kernels::LossShape loss_shape() const;
};

}  // namespace trireme::dlrm
