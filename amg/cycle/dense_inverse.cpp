// SPDX-License-Identifier: Apache-2.0
#include "amg/cycle/dense_inverse.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "solvers/base/error.hpp"
#include "solvers/threads/thread_count.hpp"

// LAPACK as Fortran names it; the library is the one that PETSc links, or another that the application has
// loaded before it: Debian's hypre for large problems brings one with integers of 64 bits into a process that
// holds one with 32. So integers are passed as 64-bit words that start as 0, of which either reads or writes
// what it takes for an integer.
using LapackInt = std::int64_t;
static_assert(std::endian::native == std::endian::little);

extern "C" {
void dgetrf_(const LapackInt* m, const LapackInt* n, double* a, const LapackInt* lda, LapackInt* pivots,
             LapackInt* info);
void dgecon_(const char* norm, const LapackInt* n, const double* a, const LapackInt* lda,
             const double* a_norm, double* reciprocal_condition, double* work, LapackInt* integers,
             LapackInt* info, std::size_t);
void dgetri_(const LapackInt* n, double* a, const LapackInt* lda, const LapackInt* pivots, double* work,
             const LapackInt* lwork, LapackInt* info);
void dgesvd_(const char* job_u, const char* job_v, const LapackInt* m, const LapackInt* n, double* a,
             const LapackInt* lda, double* s, double* u, const LapackInt* ldu, double* vt,
             const LapackInt* ldvt, double* work, const LapackInt* lwork, LapackInt* info, std::size_t,
             std::size_t);
}

namespace trireme::amg {
namespace {

void require_success(LapackInt info, const char* routine) {
  if (info != 0)
    throw Error(ErrorKind::internal, std::string("LAPACK's ") + routine + " fails on the coarsest matrix",
                "it returns " + std::to_string(info));
}

double one_norm(const std::vector<double>& matrix, std::size_t n) {
  double largest = 0;
  for (std::size_t column = 0; column < n; ++column) {
    double sum = 0;
    for (std::size_t row = 0; row < n; ++row) sum += std::abs(matrix[column * n + row]);
    largest = std::max(largest, sum);
  }
  return largest;
}

// True, and `matrix` inverted, unless it is near to singular.
bool invert_regular(std::vector<double>& matrix, LapackInt n, double smallest_condition) {
  const double norm = one_norm(matrix, static_cast<std::size_t>(n));
  std::vector<LapackInt> pivots(static_cast<std::size_t>(n)), integers(static_cast<std::size_t>(n));
  std::vector<double> work(static_cast<std::size_t>(n) * 64);
  LapackInt info = 0;
  dgetrf_(&n, &n, matrix.data(), &n, pivots.data(), &info);
  if (info != 0) return false;
  double reciprocal_condition = 0;
  dgecon_("1", &n, matrix.data(), &n, &norm, &reciprocal_condition, work.data(), integers.data(), &info, 1);
  if (info != 0 || !(reciprocal_condition > smallest_condition)) return false;
  const LapackInt lwork = static_cast<LapackInt>(work.size());
  dgetri_(&n, matrix.data(), &n, pivots.data(), work.data(), &lwork, &info);
  return info == 0;
}

// V S^+ U'.
DenseInverse pseudo_inverse(std::vector<double> matrix, LapackInt n, double threshold) {
  const auto size = static_cast<std::size_t>(n);
  std::vector<double> u(size * size), vt(size * size), s(size), work(size * 64 + 64);
  const LapackInt lwork = static_cast<LapackInt>(work.size());
  LapackInt info = 0;
  dgesvd_("A", "A", &n, &n, matrix.data(), &n, s.data(), u.data(), &n, vt.data(), &n, work.data(), &lwork,
          &info, 1, 1);
  require_success(info, "dgesvd");
  DenseInverse result{std::vector<double>(size * size, 0.0)};
  for (std::size_t k = 0; k < size; ++k) {
    if (!(s[k] > threshold * s[0])) {
      ++result.null_dimension;
      continue;
    }
    for (std::size_t column = 0; column < size; ++column) {
      const double factor = u[k * size + column] / s[k];
      for (std::size_t row = 0; row < size; ++row)
        result.values[column * size + row] += vt[row * size + k] * factor;
    }
  }
  return result;
}

}  // namespace

DenseInverse invert(std::vector<double> matrix, LocalIndex n) {
  if (n == 0) return {};
  const threads::ThreadCountScope one_thread(1);
  const auto size = static_cast<std::size_t>(n);
  const double threshold = 8.0 * n * std::numeric_limits<double>::epsilon();
  bool symmetric = true;
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < i; ++j)
      symmetric = symmetric && std::abs(matrix[i * size + j] - matrix[j * size + i]) <=
                                   1e-12 * (std::abs(matrix[i * size + i]) + std::abs(matrix[j * size + j]));

  DenseInverse result{matrix};
  if (!invert_regular(result.values, n, threshold)) result = pseudo_inverse(std::move(matrix), n, threshold);
  if (symmetric)
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < i; ++j) {
        double &a = result.values[i * size + j], &b = result.values[j * size + i];
        a = b = (a + b) / 2;
      }
  return result;
}

}  // namespace trireme::amg
