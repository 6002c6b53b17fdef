// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/kernels/curvature.hpp"

#include <algorithm>

#include "dlrm_hpc/kernels/blas_product.hpp"
#include "dlrm_hpc/kernels/interaction.hpp"

namespace trireme::dlrm::kernels {
namespace {

// Of arrays without gaps.
void product(Factor a_form, Factor b_form, std::size_t rows, std::size_t columns, std::size_t depth,
             const double* a, const double* b, double beta, double* c) {
  blas_product(a_form, b_form, rows, columns, depth, a, a_form == Factor::transposed ? rows : depth, b,
               b_form == Factor::transposed ? depth : columns, beta, c, columns);
}

void mask(const LayerShape& shape, const double* y, std::size_t n, double* values) {
  if (shape.activation != Activation::relu) return;
  for (std::size_t k = 0; k < n * shape.outputs; ++k) values[k] = y[k] > 0 ? values[k] : 0.0;
}

void add_columns(const double* dy, std::size_t n, std::size_t outputs, double* sums) {
  for (std::size_t s = 0; s < n; ++s)
    for (std::size_t j = 0; j < outputs; ++j) sums[j] += dy[s * outputs + j];
}

double dot(const double* a, const double* b, std::size_t n) {
  double sum = 0;
  for (std::size_t k = 0; k < n; ++k) sum += a[k] * b[k];
  return sum;
}

}  // namespace

void curvature_forward(const LayerShape& shape, const double* parameters, const double* x, std::size_t n,
                       double* y) {
  const double* const bias = parameters + shape.outputs * shape.inputs;
  for (std::size_t s = 0; s < n; ++s) std::copy_n(bias, shape.outputs, y + s * shape.outputs);
  product(Factor::plain, Factor::transposed, n, shape.outputs, shape.inputs, x, parameters, 1, y);
  if (shape.activation == Activation::relu)
    for (std::size_t k = 0; k < n * shape.outputs; ++k) y[k] = std::max(y[k], 0.0);
}

void curvature_forward_along(const LayerShape& shape, const double* parameters, const double* v,
                             const double* x, const double* rx, const double* y, std::size_t n, double* ry) {
  curvature_forward({shape.inputs, shape.outputs, Activation::none}, v, x, n, ry);
  if (rx) product(Factor::plain, Factor::transposed, n, shape.outputs, shape.inputs, rx, parameters, 1, ry);
  mask(shape, y, n, ry);
}

void curvature_backward(const LayerShape& shape, const double* parameters, const double* x, const double* y,
                        std::size_t n, double* dy, double* d_parameters, double* dx) {
  mask(shape, y, n, dy);
  if (d_parameters) {
    product(Factor::transposed, Factor::plain, shape.outputs, shape.inputs, n, dy, x, 1, d_parameters);
    add_columns(dy, n, shape.outputs, d_parameters + shape.outputs * shape.inputs);
  }
  if (dx) product(Factor::plain, Factor::plain, n, shape.inputs, shape.outputs, dy, parameters, 0, dx);
}

void curvature_backward_along(const LayerShape& shape, const double* parameters, const double* v,
                              const double* x, const double* rx, const double* y, std::size_t n,
                              const double* dy, double* rdy, double* r_parameters, double* rdx) {
  curvature_backward(shape, parameters, x, y, n, rdy, r_parameters, rdx);
  if (rx) product(Factor::transposed, Factor::plain, shape.outputs, shape.inputs, n, dy, rx, 1, r_parameters);
  if (rdx) product(Factor::plain, Factor::plain, n, shape.inputs, shape.outputs, dy, v, 1, rdx);
}

void curvature_interact(const double* vectors, std::size_t n, std::size_t n_vectors, std::size_t width,
                        double* out) {
  for (std::size_t s = 0; s < n; ++s) {
    const double* const z = vectors + s * n_vectors * width;
    double* at = std::copy_n(z, width, out + s * interaction_values(n_vectors, width));
    for (std::size_t i = 1; i < n_vectors; ++i)
      for (std::size_t j = 0; j < i; ++j) *at++ = dot(z + i * width, z + j * width, width);
  }
}

void curvature_interact_along(const double* vectors, const double* r_vectors, std::size_t n,
                              std::size_t n_vectors, std::size_t width, double* r_out) {
  for (std::size_t s = 0; s < n; ++s) {
    const double* const z = vectors + s * n_vectors * width;
    const double* const rz = r_vectors + s * n_vectors * width;
    double* at = std::copy_n(rz, width, r_out + s * interaction_values(n_vectors, width));
    for (std::size_t i = 1; i < n_vectors; ++i)
      for (std::size_t j = 0; j < i; ++j)
        *at++ = dot(rz + i * width, z + j * width, width) + dot(z + i * width, rz + j * width, width);
  }
}

void curvature_interact_backward(const double* vectors, const double* d_out, std::size_t n,
                                 std::size_t n_vectors, std::size_t width, double* d_vectors) {
  std::fill_n(d_vectors, n * n_vectors * width, 0.0);
  for (std::size_t s = 0; s < n; ++s) {
    const double* const z = vectors + s * n_vectors * width;
    const double* const g = d_out + s * interaction_values(n_vectors, width);
    double* const dz = d_vectors + s * n_vectors * width;
    std::copy_n(g, width, dz);
    const double* pair = g + width;
    for (std::size_t i = 1; i < n_vectors; ++i)
      for (std::size_t j = 0; j < i; ++j, ++pair)
        for (std::size_t d = 0; d < width; ++d) {
          dz[i * width + d] += *pair * z[j * width + d];
          dz[j * width + d] += *pair * z[i * width + d];
        }
  }
}

void curvature_interact_backward_along(const double* vectors, const double* r_vectors, const double* d_out,
                                       const double* rd_out, std::size_t n, std::size_t n_vectors,
                                       std::size_t width, double* rd_vectors) {
  curvature_interact_backward(vectors, rd_out, n, n_vectors, width, rd_vectors);
  for (std::size_t s = 0; s < n; ++s) {
    const double* const rz = r_vectors + s * n_vectors * width;
    double* const rdz = rd_vectors + s * n_vectors * width;
    const double* pair = d_out + s * interaction_values(n_vectors, width) + width;
    for (std::size_t i = 1; i < n_vectors; ++i)
      for (std::size_t j = 0; j < i; ++j, ++pair)
        for (std::size_t d = 0; d < width; ++d) {
          rdz[i * width + d] += *pair * rz[j * width + d];
          rdz[j * width + d] += *pair * rz[i * width + d];
        }
  }
}

}  // namespace trireme::dlrm::kernels
