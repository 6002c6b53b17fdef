// SPDX-License-Identifier: Apache-2.0
// Both layers as one sum over triples (weight, input, output): z[output] += w[weight] a[input].
#include <cmath>
#include <type_traits>
#include <vector>

#include "optim/kernels/network_layers.hpp"

namespace trireme::optim::kernels {
namespace {

struct Triple {
  std::int64_t weight, input, output;  // input -1: the bias
};

std::vector<Triple> triples(const DenseShape& s) {
  std::vector<Triple> all;
  for (std::int64_t k = 0; k < s.n_out; ++k) {
    for (std::int64_t j = 0; j < s.n_in; ++j) all.push_back({j * s.n_out + k, j, k});
    all.push_back({std::int64_t{s.n_in} * s.n_out + k, -1, k});
  }
  return all;
}

std::vector<Triple> triples(const ConvolutionShape& s) {
  std::vector<Triple> all;
  for (std::int64_t f = 0; f < s.n_filters; ++f)
    for (std::int64_t y = 0; y < s.out_height(); ++y)
      for (std::int64_t x = 0; x < s.out_width(); ++x) {
        const std::int64_t output = (y * s.out_width() + x) * s.n_filters + f;
        for (std::int64_t row = 0; row < s.size; ++row)
          for (std::int64_t column = 0; column < s.size; ++column)
            for (std::int64_t c = 0; c < s.n_channels; ++c)
              all.push_back({((row * s.size + column) * s.n_channels + c) * s.n_filters + f,
                             ((y * s.stride + row) * s.width + x * s.stride + column) * s.n_channels + c,
                             output});
        all.push_back({std::int64_t{s.size} * s.size * s.n_channels * s.n_filters + f, -1, output});
      }
  return all;
}

template <class Shape>
void apply(const Shape& shape, const double* w, const double* a, double bias, double* z) {
  for (const Triple& t : triples(shape)) z[t.output] += w[t.weight] * (t.input < 0 ? bias : a[t.input]);
}

template <class Shape>
void transpose(const Shape& shape, const double* w, const double* delta, double* back) {
  for (const Triple& t : triples(shape))
    if (t.input >= 0) back[t.input] += w[t.weight] * delta[t.output];
}

// Products in the order of the factors that the kernels have, so that they round alike.
template <class Shape, class Cell>
void outer(const Shape& shape, const double* delta, const double* a, double bias, double scale, Cell* sums) {
  for (const Triple& t : triples(shape)) {
    const double term = (t.input < 0 ? bias : a[t.input]) * scale * delta[t.output];
    if constexpr (std::is_integral_v<Cell>)
      sums[t.weight] += std::llrint(term);
    else
      sums[t.weight] += term;
  }
}

}  // namespace

void apply_layer_reference(const DenseShape& shape, const double* w, const double* a, double bias,
                           double* z) {
  apply(shape, w, a, bias, z);
}
void apply_layer_reference(const ConvolutionShape& shape, const double* w, const double* a, double bias,
                           double* z) {
  apply(shape, w, a, bias, z);
}
void transpose_layer_reference(const DenseShape& shape, const double* w, const double* delta, double* back) {
  transpose(shape, w, delta, back);
}
void transpose_layer_reference(const ConvolutionShape& shape, const double* w, const double* delta,
                               double* back) {
  transpose(shape, w, delta, back);
}
void add_layer_outer_reference(const DenseShape& shape, const double* delta, const double* a, double bias,
                               double scale, std::int64_t* sums) {
  outer(shape, delta, a, bias, scale, sums);
}
void add_layer_outer_reference(const DenseShape& shape, const double* delta, const double* a, double bias,
                               double scale, double* sums) {
  outer(shape, delta, a, bias, scale, sums);
}
void add_layer_outer_reference(const ConvolutionShape& shape, const double* delta, const double* a,
                               double bias, double scale, double* sums) {
  outer(shape, delta, a, bias, scale, sums);
}
void add_terms_reference(std::int64_t n, const double* values, double scale, std::int64_t* sums) {
  for (std::int64_t i = 0; i < n; ++i) sums[i] += std::llrint(values[i] * scale);
}
void add_terms_reference(std::int64_t n, const double* values, double scale, double* sums) {
  for (std::int64_t i = 0; i < n; ++i) sums[i] += values[i] * scale;
}

}  // namespace trireme::optim::kernels
