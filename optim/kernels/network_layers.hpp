// SPDX-License-Identifier: Apache-2.0
// The layers of networks, one sample at a time: maps z = B(w, a) that are linear in the weights w and, but
// for the bias, in the input a. Called by optim/problem/network. No MPI, no allocation; each call works on
// one thread. Inputs that are zero cost next to nothing: images are mostly background.
//
// Dense: w is W [n_in, n_out], then the bias [n_out]. Convolution without padding: images are
// [height, width, channels], w is [size, size, channels, filters], then the bias [filters].
#pragma once

#include <cstdint>

namespace trireme::optim {

struct DenseShape {
  int n_in = 0, n_out = 0;
};

struct ConvolutionShape {
  int height = 0, width = 0, n_channels = 1;  // of the input
  int n_filters = 0, size = 0, stride = 1;
  int out_height() const { return (height - size) / stride + 1; }
  int out_width() const { return (width - size) / stride + 1; }
};

namespace kernels {

// z [outputs] += B(w, a); the bias counts `bias` times.
void apply_layer(const DenseShape& shape, const double* w, const double* a, double bias, double* z);
void apply_layer(const ConvolutionShape& shape, const double* w, const double* a, double bias, double* z);

// back [inputs] += the transpose of a -> B(w, a), without bias, times delta [outputs].
void transpose_layer(const DenseShape& shape, const double* w, const double* delta, double* back);
void transpose_layer(const ConvolutionShape& shape, const double* w, const double* delta, double* back);

// sums [weights] += scale times the gradient of delta'B(w, a) in w; the bias counts `bias` times. Each term
// is rounded by fixed_of where the sums are integers.
void add_layer_outer(const DenseShape& shape, const double* delta, const double* a, double bias, double scale,
                     std::int64_t* sums);
void add_layer_outer(const DenseShape& shape, const double* delta, const double* a, double bias, double scale,
                     double* sums);
void add_layer_outer(const ConvolutionShape& shape, const double* delta, const double* a, double bias,
                     double scale, double* sums);

// sums [n] += scale values, rounded by fixed_of where the sums are integers.
void add_terms(std::int64_t n, const double* values, double scale, std::int64_t* sums);
void add_terms(std::int64_t n, const double* values, double scale, double* sums);

// The same by their definitions.
void apply_layer_reference(const DenseShape& shape, const double* w, const double* a, double bias, double* z);
void apply_layer_reference(const ConvolutionShape& shape, const double* w, const double* a, double bias,
                           double* z);
void transpose_layer_reference(const DenseShape& shape, const double* w, const double* delta, double* back);
void transpose_layer_reference(const ConvolutionShape& shape, const double* w, const double* delta,
                               double* back);
void add_layer_outer_reference(const DenseShape& shape, const double* delta, const double* a, double bias,
                               double scale, std::int64_t* sums);
void add_layer_outer_reference(const DenseShape& shape, const double* delta, const double* a, double bias,
                               double scale, double* sums);
void add_layer_outer_reference(const ConvolutionShape& shape, const double* delta, const double* a,
                               double bias, double scale, double* sums);
void add_terms_reference(std::int64_t n, const double* values, double scale, std::int64_t* sums);
void add_terms_reference(std::int64_t n, const double* values, double scale, double* sums);

}  // namespace kernels
}  // namespace trireme::optim
