// SPDX-License-Identifier: Apache-2.0
// Products that read the column numbers of repeating rows once have the bits of the plain ones, and matrices
// whose rows do not repeat are left alone.
#include "solvers/mat/kernels/repeated_rows.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "solvers/threads/thread_count.hpp"
#include "solvers/threads/weighted_partition.hpp"

namespace trireme::mat {
namespace {

// Nine points a row on nx * ny points, with an empty row and a row of other columns among them.
template <class Index>
struct Grid {
  std::vector<Index> offsets{0}, columns;
  std::vector<double> values;

  Grid(int nx, int ny) {
    for (int row = 0; row < nx * ny; ++row) {
      const int i = row % nx, j = row / nx;
      for (int q = std::max(0, j - 1); q <= std::min(ny - 1, j + 1) && row != nx + 7; ++q)
        for (int p = std::max(0, i - 1); p <= std::min(nx - 1, i + 1); ++p)
          columns.push_back(static_cast<Index>(row == nx + 20 ? (p * 5 + q) % (nx * ny) : p + nx * q));
      offsets.push_back(static_cast<Index>(columns.size()));
    }
    for (std::size_t k = 0; k < columns.size(); ++k)
      values.push_back(static_cast<double>((k * 7919) % 1009) / 1009 - 0.3);
  }
  Bcsr<Index> view() const { return {offsets, columns, values.data(), 1}; }
};

template <class Index>
void compare(int nx, int ny) {
  SCOPED_TRACE(::testing::Message() << nx << " x " << ny);
  const Grid<Index> grid(nx, ny);
  const auto a = grid.view();
  std::vector<double> x(a.rows());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>((i * 31) % 97) / 97 - 0.5;
  std::vector<double> y0(x.size()), z0(x.size());
  multiply_reference(a, x.data(), y0.data());
  multiply_add_reference(a, x.data(), x.data(), z0.data());
  for (const int threads : {1, 2, 4, 7}) {
    const threads::ThreadCountScope scope(threads);
    const auto bounds = threads::weighted_partition(a.offsets, threads);
    const auto repeats = find_row_repeats(a, bounds);
    ASSERT_FALSE(repeats.is_empty());
    EXPECT_LT(repeats.first_rows.size(), a.rows() / 6);
    std::vector<double> y(x.size(), 9), z = x;
    multiply(a, repeats, bounds, x.data(), y.data());
    multiply_add(a, repeats, bounds, x.data(), z.data(), z.data());
    EXPECT_EQ(y, y0);
    EXPECT_EQ(z, z0);
  }
}

TEST(RepeatedRows, give_the_bits_of_the_serial_loops) {
  compare<LocalIndex>(64, 40);
  compare<GlobalIndex>(64, 40);
  compare<LocalIndex>(101, 97);
}

TEST(RepeatedRows, are_not_looked_for_in_vain) {
  // Stretches of three rows.
  const Grid<LocalIndex> grid(5, 2000);
  for (const int parts : {1, 3})
    EXPECT_TRUE(
        find_row_repeats(grid.view(), threads::weighted_partition(grid.view().offsets, parts)).is_empty());
}

TEST(RepeatedRows, of_a_matrix_without_rows_give_nothing) {
  const std::vector<LocalIndex> offsets{0};
  const Bcsr<LocalIndex> a{offsets, {}, nullptr, 1};
  const std::vector<LocalIndex> bounds{0, 0};
  multiply(a, find_row_repeats(a, bounds), bounds, nullptr, nullptr);
}

}  // namespace
}  // namespace trireme::mat
