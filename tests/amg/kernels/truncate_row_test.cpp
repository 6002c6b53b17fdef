// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/truncate_row.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/base/counter_hash.hpp"

namespace trireme::amg::kernels {
namespace {

// A row over `columns`; this rank owns the global columns 10 to 13, its ghosts lie on both sides.
struct TestRow {
  Partition partition{{0, 10, 14, 30}, 1};
  std::vector<GlobalIndex> ghosts{2, 5, 20, 21, 25, 29};
  ColumnNumbering numbering{partition, ghosts};
  std::vector<LocalIndex> place = std::vector<LocalIndex>(10, -1), columns = std::vector<LocalIndex>(10);
  std::vector<double> values = std::vector<double>(10);
  std::vector<LocalIndex> largest = std::vector<LocalIndex>(16);
  RowAccumulator row{place.data(), columns.data(), values.data(), 0};
};

using Entries = std::vector<std::pair<LocalIndex, double>>;
using Kernel = decltype(&truncate_row);

Entries truncated(Kernel kernel, const RowTruncation& truncation, const Entries& entries) {
  TestRow test;
  for (const auto& [column, value] : entries) test.row.add(column, value);
  kernel(truncation, test.numbering, test.largest.data(), test.row);
  Entries left;
  for (LocalIndex k = 0; k < test.row.count; ++k) left.emplace_back(test.row.columns[k], test.row.values[k]);
  test.row.clear();
  EXPECT_EQ(std::count(test.place.begin(), test.place.end(), -1), 10);
  return left;
}

TEST(TruncateRow, EqualsTheReference) {
  for (GlobalIndex trial = 0; trial < 200; ++trial) {
    Entries entries;
    for (LocalIndex column = 0; column < 1 + trial % 10; ++column)
      // Multiples of a quarter: many are equal.
      entries.emplace_back((column * 7) % 10, std::round(4 * symmetric_hash(1, trial * 10 + column, 0)) / 4);
    for (const RowTruncation& truncation :
         {RowTruncation{0, 4}, RowTruncation{0.4, 0}, RowTruncation{0.4, 2}, RowTruncation{0, 0},
          RowTruncation{0, 4, Ties::middle}, RowTruncation{0.4, 3, Ties::middle}})
      EXPECT_EQ(truncated(truncate_row, truncation, entries),
                truncated(truncate_row_reference, truncation, entries));
  }
}

TEST(TruncateRow, KeepsTheLargestTheSumAndTheOrder) {
  EXPECT_EQ(truncated(truncate_row, {0, 2}, {{0, 0.25}, {1, 0.5}, {2, 0.0}, {3, 0.25}}),
            (Entries{{0, 1.0 / 3}, {1, 2.0 / 3}}));
}

TEST(TruncateRow, BreaksTiesByGlobalId) {
  // Local columns 0 to 3 are global 10 to 13, 4 and 5 are 2 and 5, the others 20 and more.
  EXPECT_EQ(truncated(truncate_row, {0, 1}, {{0, 1.0}, {6, 1.0}, {5, 1.0}, {4, 1.0}}), (Entries{{4, 4.0}}));
  EXPECT_EQ(truncated(truncate_row, {0, 1}, {{6, 1.0}, {0, 1.0}}), (Entries{{0, 2.0}}));
}

TEST(TruncateRow, BreaksTiesByTheMiddleOfTheRow) {
  // Global 2, 5, 10, 20, 25, 29, of which 10 and 20 are nearest to 15.5; then 5 and 25, then 2 and 29.
  const Entries row{{8, 1.0}, {4, 1.0}, {5, 1.0}, {0, 1.0}, {6, 1.0}, {9, 1.0}};
  EXPECT_EQ(truncated(truncate_row, {0, 2, Ties::middle}, row), (Entries{{0, 3.0}, {6, 3.0}}));
  EXPECT_EQ(truncated(truncate_row, {0, 3, Ties::middle}, row), (Entries{{8, 2.0}, {0, 2.0}, {6, 2.0}}));
}

}  // namespace
}  // namespace trireme::amg::kernels
