// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/model/dense_model.hpp"

#include <algorithm>
#include <utility>

#include "dlrm_hpc/kernels/interaction.hpp"
#include "dlrm_hpc/model/initial_weights.hpp"
#include "solvers/base/assert.hpp"

namespace trireme::dlrm {
namespace {

std::size_t widest_of(const std::vector<DenseLayer>& layers) {
  std::size_t widest = 0;
  for (const DenseLayer& layer : layers) widest = std::max({widest, layer.shape.inputs, layer.shape.outputs});
  return widest;
}

}  // namespace

DenseModel::DenseModel(const ModelOptions& options, const DataSchema& columns)
    : width_(options.width()),
      n_vectors_(columns.tables.size() + 1),
      n_dense_(columns.dense.size()),
      interaction_(options.interaction) {
  TRIREME_VALIDATE(n_dense_ > 0, ErrorKind::input, "the data have no numbers",
                   "the bottom network starts from them",
                   "prepare a column of numbers, which may be constant");
  std::size_t inputs = n_dense_;
  const auto append = [&](std::vector<DenseLayer>& layers, double outputs, kernels::Activation activation) {
    DenseLayer layer{{inputs, static_cast<std::size_t>(outputs), activation}, n_parameters_};
    n_parameters_ += layer.shape.parameters();
    inputs = layer.shape.outputs;
    layers.push_back(layer);
  };
  for (const double outputs : options.bottom) append(bottom_, outputs, kernels::Activation::relu);
  n_bottom_parameters_ = n_parameters_;
  inputs = interaction_ == Interaction::dot ? kernels::interaction_values(n_vectors_, width_) : vectors_row();
  for (std::size_t l = 0; l < options.top.size(); ++l)
    append(top_, options.top[l],
           l + 1 < options.top.size() ? kernels::Activation::relu : kernels::Activation::none);
}

void DenseModel::initialize(std::uint64_t seed, std::span<float> parameters) const {
  int number = 0;
  for (const std::vector<DenseLayer>* layers : {&bottom_, &top_})
    for (const DenseLayer& layer : *layers) {
      const auto outputs = static_cast<double>(layer.shape.outputs);
      const double variance = 2 / (outputs + static_cast<double>(layer.shape.inputs));
      const std::size_t n_weights = layer.shape.inputs * layer.shape.outputs;
      for (std::size_t k = 0; k < layer.shape.parameters(); ++k)
        parameters[layer.first_parameter + k] = initial_layer_value(seed, number, static_cast<GlobalIndex>(k),
                                                                    k < n_weights ? variance : 1 / outputs);
      ++number;
    }
}

auto DenseModel::make_bottom_work(std::size_t block_samples) const -> BottomWork {
  BottomWork work;
  for (std::size_t l = 0; l + 1 < bottom_.size(); ++l)
    work.activations.emplace_back(block_samples * bottom_[l].shape.outputs);
  return work;
}

auto DenseModel::make_work(std::size_t block_samples) const -> Work {
  Work work;
  if (interaction_ == Interaction::dot) {
    work.interaction.resize(block_samples * top_.front().shape.inputs);
    work.d_interaction.resize(block_samples * top_.front().shape.inputs);
  }
  for (const DenseLayer& layer : top_) work.activations.emplace_back(block_samples * layer.shape.outputs);
  const std::size_t widest = std::max(widest_of(bottom_), widest_of(top_));
  work.d_a.resize(block_samples * widest);
  work.d_b.resize(block_samples * widest);
  std::size_t scratch = kernels::interaction_scratch(n_vectors_, width_);
  for (const std::vector<DenseLayer>* layers : {&bottom_, &top_})
    for (const DenseLayer& layer : *layers) scratch = std::max(scratch, kernels::layer_scratch(layer.shape));
  work.scratch.resize(scratch);
  return work;
}

void DenseModel::bottom_forward(const float* parameters, const float* dense, std::size_t n, float* vectors,
                                BottomWork& bottom, Work& work) const {
  const float* x = dense;
  std::size_t x_stride = n_dense_;
  for (std::size_t l = 0; l < bottom_.size(); ++l) {
    const bool last = l + 1 == bottom_.size();
    float* const y = last ? vectors : bottom.activations[l].data();
    const std::size_t y_stride = last ? vectors_row() : bottom_[l].shape.outputs;
    kernels::layer_forward(bottom_[l].shape, parameters + bottom_[l].first_parameter, x, x_stride, n, y,
                           y_stride, work.scratch.data());
    x = y;
    x_stride = y_stride;
  }
}

void DenseModel::interact(const float* vectors, std::size_t n, Work& work) const {
  if (interaction_ == Interaction::dot)
    kernels::interact(vectors, vectors_row(), n, n_vectors_, width_, work.interaction.data(),
                      top_.front().shape.inputs, work.scratch.data());
}

void DenseModel::top_forward(const float* parameters, const float* vectors, std::size_t n, float* logits,
                             Work& work) const {
  const bool dot = interaction_ == Interaction::dot;
  const float* x = dot ? work.interaction.data() : vectors;
  std::size_t x_stride = dot ? top_.front().shape.inputs : vectors_row();
  for (std::size_t l = 0; l < top_.size(); ++l) {
    float* const y = work.activations[l].data();
    const std::size_t outputs = top_[l].shape.outputs;
    kernels::layer_forward(top_[l].shape, parameters + top_[l].first_parameter, x, x_stride, n, y, outputs,
                           work.scratch.data());
    x = y;
    x_stride = outputs;
  }
  std::copy_n(x, n, logits);
}

void DenseModel::top_backward(const float* parameters, const float* vectors, float* d_logits, std::size_t n,
                              float* d_top, float* d_vectors, Work& work) const {
  const bool dot = interaction_ == Interaction::dot;
  float* dy = d_logits;
  float *next = work.d_a.data(), *other = work.d_b.data();
  for (std::size_t l = top_.size(); l-- > 0;) {
    const kernels::LayerShape& shape = top_[l].shape;
    const bool first = l == 0;
    const float* const x = !first ? work.activations[l - 1].data() : dot ? work.interaction.data() : vectors;
    float* const dx = !first ? next : dot ? work.d_interaction.data() : d_vectors;
    const std::size_t x_stride = first && !dot ? vectors_row() : shape.inputs;
    kernels::layer_backward(shape, parameters + top_[l].first_parameter, x, x_stride,
                            work.activations[l].data(), shape.outputs, n, dy, shape.outputs,
                            d_top + (top_[l].first_parameter - n_bottom_parameters_), dx, x_stride,
                            work.scratch.data());
    dy = dx;
    std::swap(next, other);
  }
  if (dot)
    kernels::interact_backward(vectors, vectors_row(), work.d_interaction.data(), top_.front().shape.inputs,
                               n, n_vectors_, width_, d_vectors, vectors_row(), work.scratch.data());
}

void DenseModel::bottom_backward(const float* parameters, const float* dense, const float* vectors,
                                 float* d_vectors, std::size_t n, float* d_bottom, BottomWork& bottom,
                                 Work& work) const {
  float* dy = d_vectors;
  std::size_t dy_stride = vectors_row();
  float *next = work.d_a.data(), *other = work.d_b.data();
  for (std::size_t l = bottom_.size(); l-- > 0;) {
    const kernels::LayerShape& shape = bottom_[l].shape;
    const bool last = l + 1 == bottom_.size();
    const float* const x = l > 0 ? bottom.activations[l - 1].data() : dense;
    const float* const y = last ? vectors : bottom.activations[l].data();
    float* const dx = l > 0 ? next : nullptr;
    kernels::layer_backward(shape, parameters + bottom_[l].first_parameter, x, shape.inputs, y,
                            last ? vectors_row() : shape.outputs, n, dy, dy_stride,
                            d_bottom + bottom_[l].first_parameter, dx, shape.inputs, work.scratch.data());
    dy = dx;
    dy_stride = shape.inputs;
    std::swap(next, other);
  }
}

}  // namespace trireme::dlrm
