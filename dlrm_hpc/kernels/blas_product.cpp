// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/kernels/blas_product.hpp"

#include <cblas.h>

namespace trireme::dlrm::kernels {
namespace {

blasint to_blas(std::size_t n) {
  return static_cast<blasint>(n);
}

CBLAS_TRANSPOSE to_blas(Factor form) {
  return form == Factor::transposed ? CblasTrans : CblasNoTrans;
}

}  // namespace

void blas_product(Factor a_form, Factor b_form, std::size_t rows, std::size_t columns, std::size_t depth,
                  const float* a, std::size_t a_stride, const float* b, std::size_t b_stride, float beta,
                  float* c, std::size_t c_stride) {
  cblas_sgemm(CblasRowMajor, to_blas(a_form), to_blas(b_form), to_blas(rows), to_blas(columns),
              to_blas(depth), 1.0f, a, to_blas(a_stride), b, to_blas(b_stride), beta, c, to_blas(c_stride));
}

void blas_product(Factor a_form, Factor b_form, std::size_t rows, std::size_t columns, std::size_t depth,
                  const double* a, std::size_t a_stride, const double* b, std::size_t b_stride, double beta,
                  double* c, std::size_t c_stride) {
  cblas_dgemm(CblasRowMajor, to_blas(a_form), to_blas(b_form), to_blas(rows), to_blas(columns),
              to_blas(depth), 1.0, a, to_blas(a_stride), b, to_blas(b_stride), beta, c, to_blas(c_stride));
}

}  // namespace trireme::dlrm::kernels
