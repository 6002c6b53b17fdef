// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "solvers/mat/kernels/bcsr.hpp"

namespace trireme::mat {

template <class Index>
void multiply_reference(const Bcsr<Index>& a, const double* x, double* y) {
  std::fill_n(y, a.rows() * static_cast<std::size_t>(a.block_size), 0.0);
  multiply_add_reference(a, x, y, y);
}

template <class Index>
void multiply_add_reference(const Bcsr<Index>& a, const double* x, const double* y, double* z) {
  const auto size = static_cast<std::size_t>(a.block_size);
  for (std::size_t row = 0; row < a.rows(); ++row)
    for (std::size_t r = 0; r < size; ++r) {
      double sum = y[row * size + r];
      for (auto k = static_cast<std::size_t>(a.offsets[row]);
           k < static_cast<std::size_t>(a.offsets[row + 1]); ++k)
        for (std::size_t c = 0; c < size; ++c)
          sum += a.values[(k * size + c) * size + r] * x[static_cast<std::size_t>(a.columns[k]) * size + c];
      z[row * size + r] = sum;
    }
}

template <class Index>
void multiply_transposed_reference(const Bcsr<Index>& a, std::size_t columns, const double* x, double* y) {
  std::fill_n(y, columns * static_cast<std::size_t>(a.block_size), 0.0);
  multiply_transposed_add_reference(a, columns, x, y, y);
}

template <class Index>
void multiply_transposed_add_reference(const Bcsr<Index>& a, std::size_t columns, const double* x,
                                       const double* y, double* z) {
  const auto size = static_cast<std::size_t>(a.block_size);
  if (z != y) std::copy_n(y, columns * size, z);
  for (std::size_t row = 0; row < a.rows(); ++row)
    for (auto k = static_cast<std::size_t>(a.offsets[row]); k < static_cast<std::size_t>(a.offsets[row + 1]);
         ++k)
      for (std::size_t c = 0; c < size; ++c) {
        double sum = 0;
        for (std::size_t r = 0; r < size; ++r) sum += a.values[(k * size + c) * size + r] * x[row * size + r];
        z[static_cast<std::size_t>(a.columns[k]) * size + c] += sum;
      }
}

#define TRIREME_INSTANTIATE(Index)                                                                      \
  template void multiply_reference(const Bcsr<Index>&, const double*, double*);                         \
  template void multiply_add_reference(const Bcsr<Index>&, const double*, const double*, double*);      \
  template void multiply_transposed_reference(const Bcsr<Index>&, std::size_t, const double*, double*); \
  template void multiply_transposed_add_reference(const Bcsr<Index>&, std::size_t, const double*,       \
                                                  const double*, double*);
TRIREME_INSTANTIATE(LocalIndex)
TRIREME_INSTANTIATE(GlobalIndex)
#undef TRIREME_INSTANTIATE

}  // namespace trireme::mat
