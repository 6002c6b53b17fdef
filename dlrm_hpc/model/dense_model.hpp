// SPDX-License-Identifier: Apache-2.0
// The part of the model that every rank holds whole: bottom network, interaction, top network, loss. All
// parameters stand in one array [bottom layers | cross layers | top layers], each layer's as W, b or W, V, b.
// It works on blocks of samples, each with the same calls whoever computes it, so the bits of a block depend
// on neither ranks nor threads. Called by training and prediction. Local, serial.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "dlrm_hpc/data/data_schema.hpp"
#include "dlrm_hpc/kernels/cross_layer.hpp"
#include "dlrm_hpc/kernels/dense_layer.hpp"
#include "dlrm_hpc/model/model_options.hpp"
#include "solvers/base/array.hpp"

namespace trireme::dlrm {

struct DenseLayer {
  kernels::LayerShape shape;
  std::size_t first_parameter = 0;  // in the array of all
};

struct CrossLayer {
  kernels::CrossShape shape;
  std::size_t first_parameter = 0;
};

class DenseModel {
 public:
  DenseModel(const ModelOptions& options, const DataSchema& columns);

  const std::vector<DenseLayer>& bottom() const { return bottom_; }
  const std::vector<CrossLayer>& cross() const { return cross_; }  // of the dcn interaction only
  const std::vector<DenseLayer>& top() const { return top_; }
  std::size_t n_parameters() const { return n_parameters_; }
  std::size_t n_bottom_parameters() const { return n_bottom_parameters_; }
  std::size_t width() const { return width_; }          // of an embedding vector
  std::size_t n_vectors() const { return n_vectors_; }  // of a sample: the bottom network's and one a table
  std::size_t vectors_row() const { return n_vectors_ * width_; }
  std::size_t n_dense() const { return n_dense_; }
  Interaction interaction() const { return interaction_; }

  // W, V and b of every layer each as an array of its own, in the order in which they stand.
  struct ParameterArray {
    std::size_t first, size;
  };
  std::vector<ParameterArray> arrays() const;

  // parameters [n_parameters()].
  void initialize(std::uint64_t seed, std::span<float> parameters) const;

  // What a block leaves for its way back. One object a thread, or one a block where passes are apart.
  struct BottomWork {
    std::vector<Array<float>> activations;  // of all layers but the last
  };
  // Scratch of one thread.
  struct Work {
    Array<float> interaction, d_interaction;
    std::vector<Array<float>> crossed, cross_scaled, cross_low;  // of the cross layers
    Array<float> d_cross_scaled, d_cross_low;
    std::vector<Array<float>> activations;  // of the top layers
    Array<float> d_a, d_b;                  // gradients of two neighbouring layers
    Array<float> scratch;
  };
  BottomWork make_bottom_work(std::size_t block_samples) const;
  Work make_work(std::size_t block_samples) const;

  // dense [n, n_dense]; vectors [n, vectors_row()]: writes the first vector of each sample.
  void bottom_forward(const float* parameters, const float* dense, std::size_t n, float* vectors,
                      BottomWork& bottom, Work& work) const;
  // vectors: all. Fills the work's interaction; nothing to do where vectors only stand side by side.
  void interact(const float* parameters, const float* vectors, std::size_t n, Work& work) const;
  // After interact() on the same block and work. logits [n].
  void top_forward(const float* parameters, const float* vectors, std::size_t n, float* logits,
                   Work& work) const;
  // After top_forward on the same block and work. d_logits [n] is overwritten; d_top
  // [n_parameters() - n_bottom_parameters()] and d_vectors [n, vectors_row()] are replaced.
  void top_backward(const float* parameters, const float* vectors, float* d_logits, std::size_t n,
                    float* d_top, float* d_vectors, Work& work) const;
  // d_vectors: the first vector's gradient is read and overwritten. d_bottom [n_bottom_parameters()] is
  // replaced.
  void bottom_backward(const float* parameters, const float* dense, const float* vectors, float* d_vectors,
                       std::size_t n, float* d_bottom, BottomWork& bottom, Work& work) const;

 private:
  const float* top_input(const float* vectors, const Work& work) const;
  kernels::CrossValues<float> cross_values(std::size_t l, const float* vectors, Work& work) const;
  void cross_backward(const float* parameters, const float* vectors, std::size_t n, float* d_top,
                      float* d_vectors, Work& work) const;

  std::vector<DenseLayer> bottom_, top_;
  std::vector<CrossLayer> cross_;
  std::size_t width_, n_vectors_, n_dense_;
  std::size_t n_parameters_ = 0, n_bottom_parameters_ = 0;
  Interaction interaction_;
};

}  // namespace trireme::dlrm
