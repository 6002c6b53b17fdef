// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/kernels/dense_layer.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <cblas.h>

#include "dlrm_hpc/kernels/blas_product.hpp"
#include "solvers/simd/pack.hpp"

namespace trireme::dlrm::kernels {
namespace {

constexpr std::size_t lanes = 16;
using Row = simd::Pack<float, lanes>;

void add_bias(const float* bias, std::size_t outputs, Activation activation, std::size_t n, float* y,
              std::size_t y_stride) {
  for (std::size_t s = 0; s < n; ++s) {
    float* const row = y + s * y_stride;
    if (activation == Activation::relu)
      for (std::size_t j = 0; j < outputs; ++j) row[j] = std::max(row[j] + bias[j], 0.0f);
    else
      for (std::size_t j = 0; j < outputs; ++j) row[j] += bias[j];
  }
}

std::size_t round_up(std::size_t n) {
  return (n + lanes - 1) / lanes * lanes;
}

// Few inputs: W^T and b in scratch [inputs + 1, padded outputs], then per sample a sum of inputs + 1 rows.
void narrow_forward(const LayerShape& shape, const float* parameters, const float* x, std::size_t x_stride,
                    std::size_t n, float* y, std::size_t y_stride, float* scratch) {
  const std::size_t outputs = shape.outputs, inputs = shape.inputs, padded = round_up(outputs);
  const float* const bias = parameters + outputs * inputs;
  for (std::size_t k = 0; k < inputs; ++k)
    for (std::size_t j = 0; j < outputs; ++j) scratch[k * padded + j] = parameters[j * inputs + k];
  std::copy_n(bias, outputs, scratch + inputs * padded);
  const Row floor(shape.activation == Activation::relu ? 0.0f : -INFINITY);
  const std::size_t whole = outputs / lanes * lanes;
  for (std::size_t j = 0; j < whole; j += lanes) {
    const Row start = Row::load(scratch + inputs * padded + j);
    std::size_t s = 0;
    for (; s + 4 <= n; s += 4) {
      Row sums[4] = {start, start, start, start};
      for (std::size_t k = 0; k < inputs; ++k) {
        const Row w = Row::load(scratch + k * padded + j);
        for (std::size_t i = 0; i < 4; ++i) sums[i] = fma(Row(x[(s + i) * x_stride + k]), w, sums[i]);
      }
      for (std::size_t i = 0; i < 4; ++i) max(sums[i], floor).store(y + (s + i) * y_stride + j);
    }
    for (; s < n; ++s) {
      Row sum = start;
      for (std::size_t k = 0; k < inputs; ++k)
        sum = fma(Row(x[s * x_stride + k]), Row::load(scratch + k * padded + j), sum);
      max(sum, floor).store(y + s * y_stride + j);
    }
  }
  for (std::size_t s = 0; s < n; ++s)
    for (std::size_t j = whole; j < outputs; ++j) {
      float sum = bias[j];
      for (std::size_t k = 0; k < inputs; ++k) sum += x[s * x_stride + k] * parameters[j * inputs + k];
      y[s * y_stride + j] = shape.activation == Activation::relu ? std::max(sum, 0.0f) : sum;
    }
}

// Sixteen columns of dW^T and db at a time, Inputs + 1 sums in registers.
template <std::size_t Inputs>
void narrow_columns(const float* x, std::size_t x_stride, std::size_t n, const float* dy,
                    std::size_t dy_stride, float* sums_out, std::size_t padded) {
  Row sums[Inputs + 1];
  for (Row& sum : sums) sum = Row(0.0f);
  for (std::size_t s = 0; s < n; ++s) {
    const Row g = Row::load(dy + s * dy_stride);
    for (std::size_t k = 0; k < Inputs; ++k) sums[k] = fma(Row(x[s * x_stride + k]), g, sums[k]);
    sums[Inputs] += g;
  }
  for (std::size_t k = 0; k <= Inputs; ++k) sums[k].store(sums_out + k * padded);
}

template <std::size_t Inputs = narrow_inputs>
void narrow_columns_of(std::size_t inputs, const float* x, std::size_t x_stride, std::size_t n,
                       const float* dy, std::size_t dy_stride, float* sums_out, std::size_t padded) {
  if constexpr (Inputs > 0) {
    if (inputs == Inputs)
      narrow_columns<Inputs>(x, x_stride, n, dy, dy_stride, sums_out, padded);
    else
      narrow_columns_of<Inputs - 1>(inputs, x, x_stride, n, dy, dy_stride, sums_out, padded);
  }
}

void narrow_weight_gradient(const LayerShape& shape, const float* x, std::size_t x_stride, std::size_t n,
                            const float* dy, std::size_t dy_stride, float* d_parameters, float* scratch) {
  const std::size_t outputs = shape.outputs, inputs = shape.inputs, padded = round_up(outputs);
  const std::size_t whole = outputs / lanes * lanes;
  for (std::size_t j = 0; j < whole; j += lanes)
    narrow_columns_of(inputs, x, x_stride, n, dy + j, dy_stride, scratch + j, padded);
  for (std::size_t j = whole; j < outputs; ++j)
    for (std::size_t k = 0; k <= inputs; ++k) {
      float sum = 0;
      for (std::size_t s = 0; s < n; ++s)
        sum += (k < inputs ? x[s * x_stride + k] : 1.0f) * dy[s * dy_stride + j];
      scratch[k * padded + j] = sum;
    }
  for (std::size_t j = 0; j < outputs; ++j)
    for (std::size_t k = 0; k < inputs; ++k) d_parameters[j * inputs + k] = scratch[k * padded + j];
  std::copy_n(scratch + inputs * padded, outputs, d_parameters + outputs * inputs);
}

// One output: a scalar product a sample.
float dot(const float* a, const float* b, std::size_t n) {
  Row sums(0.0f);
  std::size_t k = 0;
  for (; k + lanes <= n; k += lanes) sums = fma(Row::load(a + k), Row::load(b + k), sums);
  float total = sum(sums);
  for (; k < n; ++k) total += a[k] * b[k];
  return total;
}

void mask_gradient(const float* y, std::size_t y_stride, std::size_t n, std::size_t outputs, float* dy,
                   std::size_t dy_stride) {
  for (std::size_t s = 0; s < n; ++s)
    for (std::size_t j = 0; j < outputs; ++j)
      dy[s * dy_stride + j] = y[s * y_stride + j] > 0 ? dy[s * dy_stride + j] : 0.0f;
}

void bias_gradient(const float* dy, std::size_t dy_stride, std::size_t n, std::size_t outputs, float* db) {
  std::fill_n(db, outputs, 0.0f);
  for (std::size_t s = 0; s < n; ++s)
    for (std::size_t j = 0; j < outputs; ++j) db[j] += dy[s * dy_stride + j];
}

}  // namespace

void layer_forward(const LayerShape& shape, const float* parameters, const float* x, std::size_t x_stride,
                   std::size_t n, float* y, std::size_t y_stride, float* scratch) {
  const std::size_t inputs = shape.inputs, outputs = shape.outputs;
  if (n == 0) return;
  if (inputs <= narrow_inputs) return narrow_forward(shape, parameters, x, x_stride, n, y, y_stride, scratch);
  if (outputs == 1)
    for (std::size_t s = 0; s < n; ++s) y[s * y_stride] = dot(x + s * x_stride, parameters, inputs);
  else
    blas_product(Factor::plain, Factor::transposed, n, outputs, inputs, x, x_stride, parameters, inputs, 0, y,
                 y_stride);
  add_bias(parameters + outputs * inputs, outputs, shape.activation, n, y, y_stride);
}

void layer_backward(const LayerShape& shape, const float* parameters, const float* x, std::size_t x_stride,
                    const float* y, std::size_t y_stride, std::size_t n, float* dy, std::size_t dy_stride,
                    float* d_parameters, float* dx, std::size_t dx_stride, float* scratch) {
  const std::size_t inputs = shape.inputs, outputs = shape.outputs;
  if (n == 0) {
    std::fill_n(d_parameters, shape.parameters(), 0.0f);
    return;
  }
  if (shape.activation == Activation::relu) mask_gradient(y, y_stride, n, outputs, dy, dy_stride);
  if (inputs <= narrow_inputs) {
    narrow_weight_gradient(shape, x, x_stride, n, dy, dy_stride, d_parameters, scratch);
  } else {
    if (outputs == 1) {
      std::fill_n(d_parameters, inputs, 0.0f);
      for (std::size_t s = 0; s < n; ++s)
        for (std::size_t k = 0; k < inputs; ++k) d_parameters[k] += dy[s * dy_stride] * x[s * x_stride + k];
    } else {
      blas_product(Factor::transposed, Factor::plain, outputs, inputs, n, dy, dy_stride, x, x_stride, 0,
                   d_parameters, inputs);
    }
    bias_gradient(dy, dy_stride, n, outputs, d_parameters + outputs * inputs);
  }
  if (!dx) return;
  if (outputs == 1)
    for (std::size_t s = 0; s < n; ++s)
      for (std::size_t k = 0; k < inputs; ++k) dx[s * dx_stride + k] = dy[s * dy_stride] * parameters[k];
  else
    blas_product(Factor::plain, Factor::plain, n, inputs, outputs, dy, dy_stride, parameters, inputs, 0, dx,
                 dx_stride);
}

BlasTrial try_blas(float* x, float* w, float* y) {
  constexpr std::size_t n = 256, inputs = 512, outputs = 256;
  for (std::size_t k = 0; k < n * inputs; ++k) x[k] = static_cast<float>(k % 7) - 3;
  for (std::size_t k = 0; k < inputs * outputs; ++k) w[k] = static_cast<float>(k % 5) - 2;
  BlasTrial trial;
  for (int repeat = 0; repeat < 8; ++repeat) {
    const auto start = std::chrono::steady_clock::now();
    blas_product(Factor::plain, Factor::transposed, n, outputs, inputs, x, inputs, w, inputs, 0, y, outputs);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    trial.gflops = std::max(trial.gflops, 2e-9 * n * inputs * outputs / seconds);
  }
  // Small integers: every order of additions gives the exact sum.
  for (std::size_t i = 0; i < n; i += 37)
    for (std::size_t j = 0; j < outputs; j += 29) {
      float exact = 0;
      for (std::size_t k = 0; k < inputs; ++k) exact += x[i * inputs + k] * w[j * inputs + k];
      trial.wrong = trial.wrong || y[i * outputs + j] != exact;
    }
  return trial;
}

const char* blas_name() {
  return openblas_get_config();
}

}  // namespace trireme::dlrm::kernels
