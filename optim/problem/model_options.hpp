// SPDX-License-Identifier: Apache-2.0
// Which model is trained. Part of trireme-optim's deck; make_model builds it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "optim/problem/model.hpp"
#include "optim/reduce/order_free_sum.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::optim {

enum class ModelKind { logistic, softmax, squares, mlp, conv };

struct ModelOptions {
  ModelKind kind = ModelKind::logistic;
  std::vector<double> hidden{32};     // units of the hidden layers of mlp
  std::vector<double> image;          // height, width, channels of conv's input; empty: square, one channel
  std::vector<double> filters{4, 8};  // of the convolutions of conv
  int filter_size = 5, filter_stride = 2;

  void describe(options::Schema& schema);
  // What a range cannot say. Throws Error (input). Local.
  void validate() const;
  // The options as a deck's text, and back. Throws Error (input) for a text that is none.
  std::string description() const;
  static ModelOptions from_description(const std::string& text);

  LabelKind labels() const { return kind == ModelKind::squares ? LabelKind::numbers : LabelKind::classes; }
};

// Throws Error (input) where the samples do not fit. Local; the same on every rank.
std::unique_ptr<Model> make_model(const ModelOptions& options, std::shared_ptr<const Samples> samples,
                                  Accumulation accumulation);

}  // namespace trireme::optim
