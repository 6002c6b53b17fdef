// SPDX-License-Identifier: Apache-2.0
#include "solvers/mat/kernels/repeated_rows.hpp"

#include <cstddef>

#include "solvers/mat/kernels/row_parts.hpp"

namespace trireme::mat {
namespace {

constexpr std::ptrdiff_t rows_at_once = 4;

// Rows [first, end), all with the distances of the first; start null for zeros.
template <class Index>
void stretch(const Bcsr<Index>& a, std::size_t first, std::size_t end, const double* x, const double* start,
             double* z) {
  const auto begin = static_cast<std::size_t>(a.offsets[first]);
  const auto length = static_cast<std::ptrdiff_t>(static_cast<std::size_t>(a.offsets[first + 1]) - begin);
  const Index* const columns = a.columns.data() + begin;
  const double* values = a.values + begin;
  const auto start_of = [=](std::size_t row) { return start == nullptr ? 0.0 : start[row]; };
  std::size_t row = first;
  for (; row + rows_at_once <= end; row += rows_at_once, values += rows_at_once * length) {
    const double* const x_row = x + (row - first);
    double s0 = start_of(row), s1 = start_of(row + 1), s2 = start_of(row + 2), s3 = start_of(row + 3);
    for (std::ptrdiff_t k = 0; k < length; ++k) {
      const double* const x_k = x_row + columns[k];
      s0 += values[k] * x_k[0];
      s1 += values[k + length] * x_k[1];
      s2 += values[k + 2 * length] * x_k[2];
      s3 += values[k + 3 * length] * x_k[3];
    }
    z[row] = s0;
    z[row + 1] = s1;
    z[row + 2] = s2;
    z[row + 3] = s3;
  }
  for (; row < end; ++row, values += length) {
    const double* const x_row = x + (row - first);
    double sum = start_of(row);
    for (std::ptrdiff_t k = 0; k < length; ++k) sum += values[k] * x_row[columns[k]];
    z[row] = sum;
  }
}

template <class Index>
void product(const Bcsr<Index>& a, const RowRepeats& repeats, std::span<const LocalIndex> row_bounds,
             const double* x, const double* start, double* z) {
  for_parts(row_bounds.size() - 1, [&](std::size_t part) {
    const auto last = static_cast<std::size_t>(repeats.part_begin[part + 1]);
    for (auto s = static_cast<std::size_t>(repeats.part_begin[part]); s < last; ++s) {
      const LocalIndex end = s + 1 < last ? repeats.first_rows[s + 1] : row_bounds[part + 1];
      stretch(a, static_cast<std::size_t>(repeats.first_rows[s]), static_cast<std::size_t>(end), x, start, z);
    }
  });
}

}  // namespace

template <class Index>
void multiply(const Bcsr<Index>& a, const RowRepeats& repeats, std::span<const LocalIndex> row_bounds,
              const double* x, double* y) {
  product(a, repeats, row_bounds, x, nullptr, y);
}

template <class Index>
void multiply_add(const Bcsr<Index>& a, const RowRepeats& repeats, std::span<const LocalIndex> row_bounds,
                  const double* x, const double* y, double* z) {
  product(a, repeats, row_bounds, x, y, z);
}

#define TRIREME_INSTANTIATE(Index)                                                                          \
  template void multiply(const Bcsr<Index>&, const RowRepeats&, std::span<const LocalIndex>, const double*, \
                         double*);                                                                          \
  template void multiply_add(const Bcsr<Index>&, const RowRepeats&, std::span<const LocalIndex>,            \
                             const double*, const double*, double*);
TRIREME_INSTANTIATE(LocalIndex)
TRIREME_INSTANTIATE(GlobalIndex)
#undef TRIREME_INSTANTIATE

}  // namespace trireme::mat
