// SPDX-License-Identifier: Apache-2.0
// Linear updates of one rank's part of a vector, threaded. Called by the `omp` Vec type; the names are
// PETSc's and BLAS's. Each entry is computed by one expression, so results do not depend on the thread count
// and equal the *_reference twins bit for bit. Spans of one call have equal length n; the output may be the
// same array as an input. Local to the rank; O(n).
#pragma once

#include <span>

namespace trireme::vec {

void set(std::span<double> y, double alpha);  // y = alpha; also the first touch of fresh memory
void set_reference(std::span<double> y, double alpha);

void copy(std::span<double> y, std::span<const double> x);  // y = x
void copy_reference(std::span<double> y, std::span<const double> x);

void swap(std::span<double> x, std::span<double> y);
void swap_reference(std::span<double> x, std::span<double> y);

void scale(std::span<double> y, double alpha);  // y = alpha y
void scale_reference(std::span<double> y, double alpha);

void axpy(std::span<double> y, double alpha, std::span<const double> x);  // y = y + alpha x
void axpy_reference(std::span<double> y, double alpha, std::span<const double> x);

void aypx(std::span<double> y, double beta, std::span<const double> x);  // y = x + beta y
void aypx_reference(std::span<double> y, double beta, std::span<const double> x);

void axpby(std::span<double> y, double alpha, double beta,
           std::span<const double> x);  // y = alpha x + beta y
void axpby_reference(std::span<double> y, double alpha, double beta, std::span<const double> x);

void waxpy(std::span<double> w, double alpha, std::span<const double> x,
           std::span<const double> y);  // w = y + alpha x
void waxpy_reference(std::span<double> w, double alpha, std::span<const double> x, std::span<const double> y);

// z = alpha x + beta y + gamma z; with gamma 0 the old z is not read (it may be NaN).
void axpbypcz(std::span<double> z, double alpha, double beta, double gamma, std::span<const double> x,
              std::span<const double> y);
void axpbypcz_reference(std::span<double> z, double alpha, double beta, double gamma,
                        std::span<const double> x, std::span<const double> y);

// y = y + sum_k alphas[k] xs[k], added in ascending k; each xs[k] points to y.size() entries other than y's.
void maxpy(std::span<double> y, std::span<const double> alphas, std::span<const double* const> xs);
void maxpy_reference(std::span<double> y, std::span<const double> alphas, std::span<const double* const> xs);

}  // namespace trireme::vec
