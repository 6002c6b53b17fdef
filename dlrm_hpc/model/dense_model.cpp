// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/model/dense_model.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "dlrm_hpc/kernels/interaction.hpp"
#include "dlrm_hpc/kernels/update_values.hpp"
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
  for (const TableColumn& table : columns.tables)
    TRIREME_VALIDATE(options.pooling == Pooling::sum || !table.has_weights, ErrorKind::input,
                     fmt::format("model.pooling={} cannot take the weights of the ids in column '{}'",
                                 options.pooling == Pooling::mean ? "mean" : "max", table.name),
                     "rows are multiplied by their weights and added up, divided by nothing",
                     "set model.pooling=sum (weights of 1 / length make it a mean), or prepare the column "
                     "without weights");
  std::size_t inputs = n_dense_;
  const auto append = [&](std::vector<DenseLayer>& layers, double outputs, kernels::Activation activation) {
    DenseLayer layer{{inputs, static_cast<std::size_t>(outputs), activation}, n_parameters_};
    n_parameters_ += layer.shape.parameters();
    inputs = layer.shape.outputs;
    layers.push_back(layer);
  };
  for (const double outputs : options.bottom) append(bottom_, outputs, kernels::Activation::relu);
  n_bottom_parameters_ = n_parameters_;
  if (interaction_ == Interaction::dcn)
    for (std::int64_t l = 0; l < options.cross_layers; ++l) {
      cross_.push_back({{vectors_row(), static_cast<std::size_t>(options.cross_rank)}, n_parameters_});
      n_parameters_ += cross_.back().shape.parameters();
    }
  inputs = interaction_ == Interaction::dot ? kernels::interaction_values(n_vectors_, width_) : vectors_row();
  for (std::size_t l = 0; l < options.top.size(); ++l)
    append(top_, options.top[l],
           l + 1 < options.top.size() ? kernels::Activation::relu : kernels::Activation::none);
}

auto DenseModel::arrays() const -> std::vector<ParameterArray> {
  std::vector<ParameterArray> arrays;
  const auto append = [&](std::size_t size) {
    arrays.push_back({arrays.empty() ? 0 : arrays.back().first + arrays.back().size, size});
  };
  const auto append_layers = [&](const std::vector<DenseLayer>& layers) {
    for (const DenseLayer& layer : layers) {
      append(layer.shape.inputs * layer.shape.outputs);
      append(layer.shape.outputs);
    }
  };
  append_layers(bottom_);
  for (const CrossLayer& layer : cross_)
    for (const std::size_t size : {layer.shape.v(), layer.shape.v(), layer.shape.features}) append(size);
  append_layers(top_);
  return arrays;
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
  for (const CrossLayer& layer : cross_) {
    const kernels::CrossShape& shape = layer.shape;
    const double variance = 2 / static_cast<double>(shape.features + shape.rank);
    for (std::size_t k = 0; k < shape.parameters(); ++k)
      parameters[layer.first_parameter + k] =
          k < shape.b() ? initial_layer_value(seed, number, static_cast<GlobalIndex>(k), variance) : 0.0f;
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
  const std::size_t interacted = block_samples * top_.front().shape.inputs;
  if (interaction_ == Interaction::dot) work.interaction.resize(interacted);
  if (interaction_ != Interaction::cat) work.d_interaction.resize(interacted);
  for (const CrossLayer& layer : cross_) {
    const std::size_t low = block_samples * layer.shape.rank;
    work.crossed.emplace_back(interacted);
    work.cross_scaled.emplace_back(interacted);
    work.cross_low.emplace_back(low);
    work.d_cross_scaled.resize(interacted);
    work.d_cross_low.resize(low);
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

// Row by row the top network's inputs.
const float* DenseModel::top_input(const float* vectors, const Work& work) const {
  return interaction_ == Interaction::dot   ? work.interaction.data()
         : interaction_ == Interaction::dcn ? work.crossed.back().data()
                                            : vectors;
}

// The gradient of the last layer's values, and then of each one's before it, stands in d_interaction.
kernels::CrossValues<float> DenseModel::cross_values(std::size_t l, const float* vectors, Work& work) const {
  kernels::CrossValues<float> at;
  at.x0 = vectors;
  at.x = l > 0 ? work.crossed[l - 1].data() : vectors;
  at.low = work.cross_low[l].data();
  at.scaled = work.cross_scaled[l].data();
  at.y = work.crossed[l].data();
  at.dy = at.dx = work.d_interaction.data();
  at.d_low = work.d_cross_low.data();
  at.d_scaled = work.d_cross_scaled.data();
  return at;
}

void DenseModel::interact(const float* parameters, const float* vectors, std::size_t n, Work& work) const {
  if (interaction_ == Interaction::dot)
    kernels::interact(vectors, vectors_row(), n, n_vectors_, width_, work.interaction.data(),
                      top_.front().shape.inputs, work.scratch.data());
  for (std::size_t l = 0; l < cross_.size(); ++l)
    kernels::cross_forward(cross_[l].shape, parameters + cross_[l].first_parameter, n,
                           cross_values(l, vectors, work));
}

void DenseModel::top_forward(const float* parameters, const float* vectors, std::size_t n, float* logits,
                             Work& work) const {
  const float* x = top_input(vectors, work);
  std::size_t x_stride = top_.front().shape.inputs;
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
  float* dy = d_logits;
  float *next = work.d_a.data(), *other = work.d_b.data();
  for (std::size_t l = top_.size(); l-- > 0;) {
    const kernels::LayerShape& shape = top_[l].shape;
    const bool first = l == 0;
    const float* const x = !first ? work.activations[l - 1].data() : top_input(vectors, work);
    float* const dx = !first                             ? next
                      : interaction_ == Interaction::cat ? d_vectors
                                                         : work.d_interaction.data();
    kernels::layer_backward(shape, parameters + top_[l].first_parameter, x, shape.inputs,
                            work.activations[l].data(), shape.outputs, n, dy, shape.outputs,
                            d_top + (top_[l].first_parameter - n_bottom_parameters_), dx, shape.inputs,
                            work.scratch.data());
    dy = dx;
    std::swap(next, other);
  }
  if (interaction_ == Interaction::dot)
    kernels::interact_backward(vectors, vectors_row(), work.d_interaction.data(), top_.front().shape.inputs,
                               n, n_vectors_, width_, d_vectors, vectors_row(), work.scratch.data());
  if (interaction_ == Interaction::dcn) cross_backward(parameters, vectors, n, d_top, d_vectors, work);
}

// The vectors are both what the first layer got and what every layer multiplies with.
void DenseModel::cross_backward(const float* parameters, const float* vectors, std::size_t n, float* d_top,
                                float* d_vectors, Work& work) const {
  std::fill_n(d_vectors, n * vectors_row(), 0.0f);
  for (std::size_t l = cross_.size(); l-- > 0;) {
    kernels::CrossValues<float> at = cross_values(l, vectors, work);
    at.d_x0 = d_vectors;
    const std::size_t first = cross_[l].first_parameter;
    kernels::cross_backward(cross_[l].shape, parameters + first, n, at,
                            d_top + (first - n_bottom_parameters_), kernels::Into::fresh);
  }
  kernels::add_values(d_vectors, work.d_interaction.data(), n * vectors_row());
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
