// SPDX-License-Identifier: Apache-2.0
// Sparse products against their serial twins, for block sizes with and without code of their own; the same
// bits for 1, 2, 4 and 7 threads; the transposed pattern.
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/mat/kernels/bcsr.hpp"
#include "solvers/mat/order/transpose_pattern.hpp"
#include "solvers/threads/thread_count.hpp"
#include "solvers/threads/weighted_partition.hpp"

namespace trireme::mat {
namespace {

double number(std::size_t seed) {
  std::uint64_t state = seed * 0x9E3779B97F4A7C15ULL + 12345;
  state ^= state >> 31;
  state *= 0xBF58476D1CE4E5B9ULL;
  state ^= state >> 29;
  return static_cast<double>(static_cast<std::int64_t>(state)) / 9.3e18;
}

std::vector<double> numbers(std::size_t n, std::size_t seed) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = number(seed * 1000003 + i);
  return x;
}

// rows x columns with rows of 0 to 40 entries, some columns unused.
template <class Index>
struct Matrix {
  std::vector<Index> offsets{0}, columns;
  std::vector<double> values;
  std::size_t n_columns;
  int block_size;

  Matrix(std::size_t rows, std::size_t columns_count, int block)
      : n_columns(columns_count), block_size(block) {
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t length = columns_count == 0 ? 0 : (row * 7919) % 13 == 0 ? (row % 41) : row % 6;
      for (std::size_t k = 0; k < length; ++k) {
        const std::size_t column = (row * 31 + k * 17) % columns_count;
        columns.push_back(static_cast<Index>(column - (column % 5 == 3 ? column % 2 : 0)));
      }
      offsets.push_back(static_cast<Index>(columns.size()));
    }
    values = numbers(columns.size() * static_cast<std::size_t>(block * block), 7);
  }
  Bcsr<Index> view() const { return {offsets, columns, values.data(), block_size}; }
};

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

template <class Index>
void compare(std::size_t rows, std::size_t columns, int block) {
  SCOPED_TRACE(testing::Message() << rows << " x " << columns << " blocks of " << block);
  const Matrix<Index> m(rows, columns, block);
  const auto b = static_cast<std::size_t>(block);
  const auto x = numbers(columns * b, 1), u = numbers(rows * b, 2);
  const auto map = transpose_pattern<Index>(m.offsets, m.columns, columns);
  const TransposedPattern<Index> t{map.offsets, map.rows, map.positions};
  std::vector<double> y0(rows * b), z0 = u, v0(columns * b), w0 = x;
  multiply_reference(m.view(), x.data(), y0.data());
  multiply_add_reference(m.view(), x.data(), u.data(), z0.data());
  multiply_transposed_reference(m.view(), columns, u.data(), v0.data());
  multiply_transposed_add_reference(m.view(), columns, u.data(), x.data(), w0.data());
  for (const int threads : {1, 2, 4, 7}) {
    SCOPED_TRACE(threads);
    const threads::ThreadCountScope scope(threads);
    const auto row_bounds = threads::weighted_partition(m.view().offsets, threads);
    const auto column_bounds = threads::weighted_partition(t.offsets, threads);
    std::vector<double> y(rows * b, 9), z = u, v(columns * b, 9), w = x;
    multiply(m.view(), row_bounds, x.data(), y.data());
    multiply_add(m.view(), row_bounds, x.data(), z.data(), z.data());
    multiply_transposed(m.view(), t, column_bounds, u.data(), v.data());
    multiply_transposed_add(m.view(), t, column_bounds, u.data(), w.data(), w.data());
    EXPECT_TRUE(same_bits(y, y0));
    EXPECT_TRUE(same_bits(z, z0));
    EXPECT_TRUE(same_bits(v, v0));
    EXPECT_TRUE(same_bits(w, w0));
  }
}

TEST(BcsrKernels, HaveTheBitsOfTheSerialLoops) {
  for (const int block : {1, 2, 3, 4, 5, 6}) {
    compare<LocalIndex>(0, 0, block);
    compare<LocalIndex>(3, 0, block);
    compare<LocalIndex>(1, 9, block);
    compare<LocalIndex>(701, 433, block);
    compare<GlobalIndex>(311, 500, block);
  }
}

TEST(TransposePattern, ListsEveryEntryOfAColumnByRow) {
  const std::vector<LocalIndex> offsets{0, 2, 2, 5}, columns{3, 0, 1, 3, 0};
  const auto map = transpose_pattern<LocalIndex>(offsets, columns, 5);
  EXPECT_EQ(map.offsets, (std::vector<LocalIndex>{0, 2, 3, 3, 5, 5}));
  EXPECT_EQ(map.rows, (std::vector<LocalIndex>{0, 2, 2, 0, 2}));
  EXPECT_EQ(map.positions, (std::vector<LocalIndex>{1, 4, 2, 0, 3}));
}

}  // namespace
}  // namespace trireme::mat
