// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/kernels/blas_product.hpp"

namespace trireme::dlrm::kernels {
namespace {

template <class T>
void product(Factor a_form, Factor b_form, std::size_t rows, std::size_t columns, std::size_t depth,
             const T* a, std::size_t a_stride, const T* b, std::size_t b_stride, T beta, T* c,
             std::size_t c_stride) {
  const auto at = [](Factor form, const T* values, std::size_t stride, std::size_t i, std::size_t j) {
    return static_cast<double>(form == Factor::plain ? values[i * stride + j] : values[j * stride + i]);
  };
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) {
      double sum = beta == 0 ? 0.0 : static_cast<double>(beta) * c[i * c_stride + j];
      for (std::size_t k = 0; k < depth; ++k)
        sum += at(a_form, a, a_stride, i, k) * at(b_form, b, b_stride, k, j);
      c[i * c_stride + j] = static_cast<T>(sum);
    }
}

}  // namespace

void blas_product_reference(Factor a_form, Factor b_form, std::size_t rows, std::size_t columns,
                            std::size_t depth, const float* a, std::size_t a_stride, const float* b,
                            std::size_t b_stride, float beta, float* c, std::size_t c_stride) {
  product(a_form, b_form, rows, columns, depth, a, a_stride, b, b_stride, beta, c, c_stride);
}
void blas_product_reference(Factor a_form, Factor b_form, std::size_t rows, std::size_t columns,
                            std::size_t depth, const double* a, std::size_t a_stride, const double* b,
                            std::size_t b_stride, double beta, double* c, std::size_t c_stride) {
  product(a_form, b_form, rows, columns, depth, a, a_stride, b, b_stride, beta, c, c_stride);
}

}  // namespace trireme::dlrm::kernels
