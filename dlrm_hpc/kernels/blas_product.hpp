// SPDX-License-Identifier: Apache-2.0
// Products of dense matrices by OpenBLAS, on the calling thread where that is in a parallel region. Called by
// the kernels of layers. Serial; the bits depend on the sizes alone.
#pragma once

#include <cstddef>

namespace trireme::dlrm::kernels {

enum class Factor { plain, transposed };

// c [rows, columns] = a b + beta c, where a is [rows, depth] or, transposed, stored as [depth, rows], and b
// is [depth, columns] or stored as [columns, depth]. A stride is what lies between the begins of stored rows.
// Sizes are positive and fit in an int; with beta = 0 c is not read.
void blas_product(Factor a_form, Factor b_form, std::size_t rows, std::size_t columns, std::size_t depth,
                  const float* a, std::size_t a_stride, const float* b, std::size_t b_stride, float beta,
                  float* c, std::size_t c_stride);
void blas_product(Factor a_form, Factor b_form, std::size_t rows, std::size_t columns, std::size_t depth,
                  const double* a, std::size_t a_stride, const double* b, std::size_t b_stride, double beta,
                  double* c, std::size_t c_stride);
void blas_product_reference(Factor a_form, Factor b_form, std::size_t rows, std::size_t columns,
                            std::size_t depth, const float* a, std::size_t a_stride, const float* b,
                            std::size_t b_stride, float beta, float* c, std::size_t c_stride);
void blas_product_reference(Factor a_form, Factor b_form, std::size_t rows, std::size_t columns,
                            std::size_t depth, const double* a, std::size_t a_stride, const double* b,
                            std::size_t b_stride, double beta, double* c, std::size_t c_stride);

}  // namespace trireme::dlrm::kernels
