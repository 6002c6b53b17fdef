// SPDX-License-Identifier: Apache-2.0
#include "optim/kernels/network_layers.hpp"

#include "optim/reduce/fixed_scale.hpp"

namespace trireme::optim::kernels {
namespace {

inline void add_term(std::int64_t& sum, double term) {
  sum = add_fixed(sum, fixed_of(term));
}
inline void add_term(double& sum, double term) {
  sum += term;
}

// z [n_out] += a' W.
void add_product(int n_in, int n_out, const double* __restrict__ w, const double* __restrict__ a,
                 double* __restrict__ z) {
  for (int j = 0; j < n_in; ++j) {
    if (a[j] == 0) continue;
    const double* of_input = w + static_cast<std::int64_t>(j) * n_out;
    for (int k = 0; k < n_out; ++k) z[k] += a[j] * of_input[k];
  }
}

void add_transpose_product(int n_in, int n_out, const double* w, const double* delta, double* back) {
  for (int j = 0; j < n_in; ++j) {
    const double* of_input = w + static_cast<std::int64_t>(j) * n_out;
    double sum = 0;
    for (int k = 0; k < n_out; ++k) sum += of_input[k] * delta[k];
    back[j] += sum;
  }
}

template <class Cell>
void add_outer(int n_in, int n_out, const double* __restrict__ delta, const double* __restrict__ a,
               double scale, Cell* __restrict__ sums) {
  for (int j = 0; j < n_in; ++j) {
    const double scaled = a[j] * scale;
    if (scaled == 0) continue;
    Cell* of_input = sums + static_cast<std::int64_t>(j) * n_out;
    for (int k = 0; k < n_out; ++k) add_term(of_input[k], scaled * delta[k]);
  }
}

template <class Cell>
void add_dense(const DenseShape& s, const double* delta, const double* a, double bias, double scale,
               Cell* sums) {
  add_outer(s.n_in, s.n_out, delta, a, scale, sums);
  const double one[] = {bias};
  add_outer(1, s.n_out, delta, one, scale, sums + static_cast<std::int64_t>(s.n_in) * s.n_out);
}

// f(run, input, output): the inputs of one row of the filter at one place are `run` numbers in turn.
template <class F>
void each_patch_row(const ConvolutionShape& s, F&& f) {
  const int out_width = s.out_width();
  for (int y = 0; y < s.out_height(); ++y)
    for (int x = 0; x < out_width; ++x)
      for (int row = 0; row < s.size; ++row)
        f(static_cast<std::int64_t>(row) * s.size * s.n_channels,
          (static_cast<std::int64_t>(y * s.stride + row) * s.width + x * s.stride) * s.n_channels,
          static_cast<std::int64_t>(y * out_width + x) * s.n_filters);
}

std::int64_t n_filter_weights(const ConvolutionShape& s) {
  return static_cast<std::int64_t>(s.size) * s.size * s.n_channels * s.n_filters;
}

}  // namespace

void apply_layer(const DenseShape& s, const double* w, const double* a, double bias, double* z) {
  const double* biases = w + static_cast<std::int64_t>(s.n_in) * s.n_out;
  for (int k = 0; k < s.n_out; ++k) z[k] += bias * biases[k];
  add_product(s.n_in, s.n_out, w, a, z);
}

void transpose_layer(const DenseShape& s, const double* w, const double* delta, double* back) {
  add_transpose_product(s.n_in, s.n_out, w, delta, back);
}

void add_layer_outer(const DenseShape& s, const double* delta, const double* a, double bias, double scale,
                     std::int64_t* sums) {
  add_dense(s, delta, a, bias, scale, sums);
}
void add_layer_outer(const DenseShape& s, const double* delta, const double* a, double bias, double scale,
                     double* sums) {
  add_dense(s, delta, a, bias, scale, sums);
}

void apply_layer(const ConvolutionShape& s, const double* w, const double* a, double bias, double* z) {
  const double* biases = w + n_filter_weights(s);
  const int places = s.out_height() * s.out_width();
  for (int place = 0; place < places; ++place)
    for (int f = 0; f < s.n_filters; ++f)
      z[static_cast<std::int64_t>(place) * s.n_filters + f] += bias * biases[f];
  each_patch_row(s, [&](std::int64_t filter_row, std::int64_t input, std::int64_t output) {
    add_product(s.size * s.n_channels, s.n_filters, w + filter_row * s.n_filters, a + input, z + output);
  });
}

void transpose_layer(const ConvolutionShape& s, const double* w, const double* delta, double* back) {
  each_patch_row(s, [&](std::int64_t filter_row, std::int64_t input, std::int64_t output) {
    add_transpose_product(s.size * s.n_channels, s.n_filters, w + filter_row * s.n_filters, delta + output,
                          back + input);
  });
}

void add_layer_outer(const ConvolutionShape& s, const double* delta, const double* a, double bias,
                     double scale, double* sums) {
  each_patch_row(s, [&](std::int64_t filter_row, std::int64_t input, std::int64_t output) {
    add_outer(s.size * s.n_channels, s.n_filters, delta + output, a + input, scale,
              sums + filter_row * s.n_filters);
  });
  double* biases = sums + n_filter_weights(s);
  const int places = s.out_height() * s.out_width();
  for (int place = 0; place < places; ++place)
    for (int f = 0; f < s.n_filters; ++f)
      biases[f] += bias * scale * delta[static_cast<std::int64_t>(place) * s.n_filters + f];
}

void add_terms(std::int64_t n, const double* values, double scale, std::int64_t* sums) {
  for (std::int64_t i = 0; i < n; ++i) add_term(sums[i], values[i] * scale);
}
void add_terms(std::int64_t n, const double* values, double scale, double* sums) {
  for (std::int64_t i = 0; i < n; ++i) add_term(sums[i], values[i] * scale);
}

}  // namespace trireme::optim::kernels
