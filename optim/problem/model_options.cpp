// SPDX-License-Identifier: Apache-2.0
#include "optim/problem/model_options.hpp"

#include "optim/problem/linear_model.hpp"

namespace trireme::optim {

void ModelOptions::describe(options::Schema& schema) {
  schema.section("model", "What is trained.");
  schema.add_choice(
      "kind", kind,
      {{"logistic", ModelKind::logistic}, {"softmax", ModelKind::softmax}, {"squares", ModelKind::squares}},
      "logistic regression for two classes, softmax regression for more, least squares for numbers");
}

void ModelOptions::validate() const {}

std::string ModelOptions::description() const {
  ModelOptions copy = *this;
  options::Schema schema;
  copy.describe(schema);
  return schema.resolved_yaml();
}

ModelOptions ModelOptions::from_description(const std::string& text) {
  ModelOptions result;
  options::Schema schema;
  result.describe(schema);
  schema.read_deck_text(text, "the model's description");
  return result;
}

std::unique_ptr<Model> make_model(const ModelOptions& options, std::shared_ptr<const Samples> samples,
                                  Accumulation accumulation) {
  switch (options.kind) {
    case ModelKind::logistic:
      return std::make_unique<LinearModel>(std::move(samples), LinearLoss::logistic, accumulation);
    case ModelKind::softmax:
      return std::make_unique<LinearModel>(std::move(samples), LinearLoss::softmax, accumulation);
    case ModelKind::squares:
      break;
  }
  return std::make_unique<LinearModel>(std::move(samples), LinearLoss::squares, accumulation);
}

}  // namespace trireme::optim
