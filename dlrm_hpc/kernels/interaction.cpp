// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/kernels/interaction.hpp"

#include <algorithm>

#include "solvers/simd/pack.hpp"

namespace trireme::dlrm::kernels {
namespace {

constexpr std::size_t lanes = 16;
using Row = simd::Pack<float, lanes>;

constexpr std::size_t round_up(std::size_t n) {
  return (n + lanes - 1) / lanes * lanes;
}

// C[i][0..15] = sum over k of A[i][k] * B[k][0..15] for a few rows. Products are added in the order of
// k.
template <int Rows>
void product_of_rows(const float* a, std::size_t a_stride, const float* b, std::size_t b_stride,
                     std::size_t depth, float* c, std::size_t c_stride) {
  Row sums[Rows];
  for (Row& sum : sums) sum = Row(0.0f);
  for (std::size_t k = 0; k < depth; ++k) {
    const Row right = Row::load(b + k * b_stride);
    for (int i = 0; i < Rows; ++i)
      sums[i] = fma(Row(a[static_cast<std::size_t>(i) * a_stride + k]), right, sums[i]);
  }
  for (int i = 0; i < Rows; ++i) sums[i].store(c + static_cast<std::size_t>(i) * c_stride);
}

void product(const float* a, std::size_t a_stride, const float* b, std::size_t b_stride, std::size_t rows,
             std::size_t columns, std::size_t depth, float* c, std::size_t c_stride) {
  for (std::size_t j = 0; j < columns; j += lanes) {
    std::size_t i = 0;
    for (; i + 8 <= rows; i += 8)
      product_of_rows<8>(a + i * a_stride, a_stride, b + j, b_stride, depth, c + i * c_stride + j, c_stride);
    for (; i + 4 <= rows; i += 4)
      product_of_rows<4>(a + i * a_stride, a_stride, b + j, b_stride, depth, c + i * c_stride + j, c_stride);
    for (; i < rows; ++i)
      product_of_rows<1>(a + i * a_stride, a_stride, b + j, b_stride, depth, c + i * c_stride + j, c_stride);
  }
}

}  // namespace

void interact(const float* vectors, std::size_t vectors_stride, std::size_t n, std::size_t n_vectors,
              std::size_t width, float* out, std::size_t out_stride, float* scratch) {
  const std::size_t padded = round_up(n_vectors);
  float* const transposed = scratch;                 // [width, padded]
  float* const products = scratch + width * padded;  // [padded, padded]
  std::fill_n(transposed, width * padded, 0.0f);
  for (std::size_t s = 0; s < n; ++s) {
    const float* const z = vectors + s * vectors_stride;
    float* const row = out + s * out_stride;
    for (std::size_t i = 0; i < n_vectors; ++i)
      for (std::size_t d = 0; d < width; ++d) transposed[d * padded + i] = z[i * width + d];
    // Of a symmetric matrix only what lies left of the diagonal is wanted: blocks of 16 columns begin there.
    for (std::size_t j = 0; j < n_vectors; j += lanes) {
      const std::size_t first = j == 0 ? 0 : j;
      product(z + first * width, width, transposed + j, padded, n_vectors - first, lanes, width,
              products + first * padded + j, padded);
    }
    float* const end = std::copy_n(z, width, row);
    float* at = end;
    for (std::size_t i = 1; i < n_vectors; ++i) at = std::copy_n(products + i * padded, i, at);
  }
}

void interact_backward(const float* vectors, std::size_t vectors_stride, const float* d_out,
                       std::size_t out_stride, std::size_t n, std::size_t n_vectors, std::size_t width,
                       float* d_vectors, std::size_t d_vectors_stride, float* scratch) {
  const std::size_t padded = round_up(n_vectors), wide = round_up(width);
  float* const symmetric = scratch;  // [padded, padded]
  float tail[4 * lanes];
  for (std::size_t s = 0; s < n; ++s) {
    const float* const z = vectors + s * vectors_stride;
    const float* const g = d_out + s * out_stride;
    float* const dz = d_vectors + s * d_vectors_stride;
    const float* pair = g + width;
    for (std::size_t i = 0; i < n_vectors; ++i) {
      symmetric[i * padded + i] = 0;
      for (std::size_t j = 0; j < i; ++j) symmetric[i * padded + j] = symmetric[j * padded + i] = *pair++;
    }
    const std::size_t whole = width / lanes * lanes;
    product(symmetric, padded, z, width, n_vectors, whole, n_vectors, dz, width);
    if (whole < wide) {
      // The last columns, fewer than 16.
      for (std::size_t i = 0; i < n_vectors; ++i) {
        std::fill_n(tail, lanes, 0.0f);
        for (std::size_t j = 0; j < n_vectors; ++j)
          for (std::size_t d = whole; d < width; ++d)
            tail[d - whole] += symmetric[i * padded + j] * z[j * width + d];
        std::copy_n(tail, width - whole, dz + i * width + whole);
      }
    }
    for (std::size_t d = 0; d < width; ++d) dz[d] += g[d];
  }
}

}  // namespace trireme::dlrm::kernels
