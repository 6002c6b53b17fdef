// SPDX-License-Identifier: Apache-2.0
// The layers of a network in their order, and where their weights stand in w: a multilayer perceptron, or
// convolutions and one dense layer. Between layers stands tanh; the last one's outputs are the scores of the
// classes. Made by optim/problem/model_options and the tests. Local.
#pragma once

#include <algorithm>
#include <cstdint>
#include <variant>
#include <vector>

#include "optim/kernels/network_layers.hpp"

namespace trireme::optim {

struct Layer {
  std::variant<DenseShape, ConvolutionShape> shape;
  std::int64_t first_weight = 0, n_weights = 0;  // in w
  std::int64_t first_input = 0, n_in = 0;        // in the row of all units of a sample
  std::int64_t n_out = 0;
  int n_biases = 0;  // the last of its weights
  int places = 1;    // outputs that share a weight
  int reach = 1;     // inputs in one direction that an output sees; 1 for dense layers
  std::int64_t first_output() const { return first_input + n_in; }
  bool is_convolution() const { return std::holds_alternative<ConvolutionShape>(shape); }
};

class NetworkShape {
 public:
  explicit NetworkShape(std::int64_t n_inputs) : n_inputs_(n_inputs) {}

  void add_dense(int n_out) {
    const DenseShape shape{static_cast<int>(next_input()), n_out};
    add({.shape = shape,
         .n_weights = (shape.n_in + std::int64_t{1}) * n_out,
         .n_out = n_out,
         .n_biases = n_out});
  }
  void add_convolution(const ConvolutionShape& s) {
    const std::int64_t patch = std::int64_t{s.size} * s.size * s.n_channels;
    const int places = s.out_height() * s.out_width();
    add({.shape = s,
         .n_weights = (patch + 1) * s.n_filters,
         .n_out = std::int64_t{places} * s.n_filters,
         .n_biases = s.n_filters,
         .places = places,
         .reach = s.size});
  }

  const std::vector<Layer>& layers() const { return layers_; }
  std::int64_t n_inputs() const { return n_inputs_; }
  std::int64_t n_weights() const { return n_weights_; }
  // Inputs, outputs of all layers.
  std::int64_t n_units() const {
    return layers_.empty() ? n_inputs_ : layers_.back().first_output() + n_scores();
  }
  std::int64_t n_scores() const { return layers_.back().n_out; }

 private:
  std::int64_t next_input() const { return layers_.empty() ? n_inputs_ : layers_.back().n_out; }
  void add(Layer layer) {
    layer.n_in = next_input();
    layer.first_input = layers_.empty() ? 0 : layers_.back().first_output();
    layer.first_weight = n_weights_;
    n_weights_ += layer.n_weights;
    layers_.push_back(layer);
  }

  std::int64_t n_inputs_, n_weights_ = 0;
  std::vector<Layer> layers_;
};

inline NetworkShape perceptron(std::int64_t n_features, const std::vector<int>& hidden, int n_classes) {
  NetworkShape shape(n_features);
  for (const int units : hidden) shape.add_dense(units);
  shape.add_dense(n_classes);
  return shape;
}

// image: of the input; its filters, size and stride are not read. size: of all filters, at most the image's.
inline NetworkShape convolutional(const ConvolutionShape& image, const std::vector<int>& filters, int size,
                                  int stride, int n_classes) {
  NetworkShape shape(std::int64_t{image.height} * image.width * image.n_channels);
  ConvolutionShape layer = image;
  for (const int n_filters : filters) {
    layer.n_filters = n_filters;
    layer.size = std::min({size, layer.height, layer.width});
    layer.stride = stride;
    shape.add_convolution(layer);
    layer = {.height = layer.out_height(), .width = layer.out_width(), .n_channels = n_filters};
  }
  shape.add_dense(n_classes);
  return shape;
}

}  // namespace trireme::optim
