// SPDX-License-Identifier: Apache-2.0
#include "optim/problem/model_options.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "optim/problem/linear_model.hpp"
#include "optim/problem/network.hpp"
#include "solvers/base/error.hpp"

namespace trireme::optim {
namespace {

constexpr double largest_size = 1e6;

void require_whole(const std::vector<double>& values, const std::string& key) {
  for (const double value : values)
    if (value != std::floor(value))
      throw Error(ErrorKind::input, "model." + key + " holds " + std::to_string(value),
                  "units are counted in whole numbers", "give whole numbers");
}

std::vector<int> whole(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

// The size of images that have n_features entries.
ConvolutionShape image_of(const ModelOptions& options, GlobalIndex n_features) {
  if (!options.image.empty()) {
    const std::vector<int> sizes = whole(options.image);
    const double entries = options.image[0] * options.image[1] * options.image[2];
    if (entries != static_cast<double>(n_features))
      throw Error(ErrorKind::input,
                  "model.image has " + std::to_string(entries) + " entries, samples have " +
                      std::to_string(n_features),
                  "every entry of an image is a feature", "set model.image to height, width, channels");
    return {.height = sizes[0], .width = sizes[1], .n_channels = sizes[2]};
  }
  const auto side = static_cast<int>(std::lround(std::sqrt(static_cast<double>(n_features))));
  if (GlobalIndex{side} * side != n_features)
    throw Error(ErrorKind::input,
                "samples of " + std::to_string(n_features) + " features are no square images",
                "model.kind=conv needs images", "set model.image to height, width, channels");
  return {.height = side, .width = side, .n_channels = 1};
}

NetworkShape network_shape(const ModelOptions& options, const Samples& samples) {
  const auto n_classes = static_cast<int>(samples.classes.size());
  if (samples.n_features > std::numeric_limits<int>::max())
    throw Error(ErrorKind::input, "a network on " + std::to_string(samples.n_features) + " features",
                "its layers count inputs by 32 bits", "take a linear model");
  if (options.kind == ModelKind::mlp) return perceptron(samples.n_features, whole(options.hidden), n_classes);
  return convolutional(image_of(options, samples.n_features), whole(options.filters), options.filter_size,
                       options.filter_stride, n_classes);
}

}  // namespace

void ModelOptions::describe(options::Schema& schema) {
  schema.section("model", "What is trained.");
  schema.add_choice("kind", kind,
                    {{"logistic", ModelKind::logistic},
                     {"softmax", ModelKind::softmax},
                     {"squares", ModelKind::squares},
                     {"mlp", ModelKind::mlp},
                     {"conv", ModelKind::conv}},
                    "logistic regression for two classes, softmax regression for more, least squares for "
                    "numbers, multilayer perceptron, convolutional net");
  const options::Range positive{.min = 1, .max = largest_size};
  schema.add("hidden", hidden, "units of the hidden layers of mlp", positive);
  schema.add("image", image, "height, width and channels of the images of conv; empty: square, one channel",
             {.min = 1, .max = largest_size});
  schema.add("filters", filters, "of the convolutions of conv", positive);
  schema.add("filter_size", filter_size, "height and width of the filters of conv", {.min = 1});
  schema.add("filter_stride", filter_stride, "pixels between the places of a filter", {.min = 1});
}

void ModelOptions::validate() const {
  require_whole(hidden, "hidden");
  require_whole(filters, "filters");
  require_whole(image, "image");
  if (!image.empty() && image.size() != 3)
    throw Error(ErrorKind::input, "model.image holds " + std::to_string(image.size()) + " numbers",
                "it is height, width, channels", "give three");
}

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
    case ModelKind::mlp:
    case ModelKind::conv: {
      NetworkShape shape = network_shape(options, *samples);
      return std::make_unique<Network>(std::move(samples), std::move(shape), accumulation);
    }
    case ModelKind::squares:
      break;
  }
  return std::make_unique<LinearModel>(std::move(samples), LinearLoss::squares, accumulation);
}

}  // namespace trireme::optim
