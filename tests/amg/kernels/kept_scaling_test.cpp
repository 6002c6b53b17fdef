// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/kept_scaling.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "amg/matrix/csr.hpp"
#include "solvers/base/counter_hash.hpp"

namespace trireme::amg::kernels {
namespace {

// 5 rows of 5 own columns and 2 ghosts, the last row empty, with a scaling of all columns.
struct Sample {
  std::vector<LocalIndex> offsets{0, 2, 3, 6, 8, 8}, columns{0, 3, 1, 2, 0, 4, 3, 1};
  std::vector<LocalIndex> ghost_offsets{0, 1, 1, 2, 4, 4}, ghost_columns{1, 0, 1, 0};
  std::vector<double> values, ghost_values, t, sums;
  Sample() {
    for (int k = 0; k < 8; ++k) values.push_back(symmetric_hash(1, k, 0));
    for (int k = 0; k < 4; ++k) ghost_values.push_back(symmetric_hash(2, k, 0));
    for (int k = 0; k < 7; ++k) t.push_back(1 + 0.2 * symmetric_hash(3, k, 0));
    for (int k = 0; k < 5; ++k) sums.push_back(symmetric_hash(4, k, 0));
  }
  LocalRows rows() const {
    LocalRows rows;
    rows.n_rows = rows.n_owned = 5;
    rows.offsets = offsets.data();
    rows.columns = columns.data();
    rows.values = values.data();
    rows.ghost_offsets = ghost_offsets.data();
    rows.ghost_columns = ghost_columns.data();
    rows.ghost_values = ghost_values.data();
    return rows;
  }
};

TEST(KeptScaling, MeasuresChangesOfRowSumsLikeTheReference) {
  const Sample sample;
  for (LocalIndex begin = 0; begin <= 5; ++begin)
    for (LocalIndex end = begin; end <= 5; ++end) {
      const auto found = row_sum_changes(sample.rows(), sample.t.data(), sample.sums.data(), begin, end);
      const auto expected =
          row_sum_changes_reference(sample.rows(), sample.t.data(), sample.sums.data(), begin, end);
      EXPECT_NEAR(found.plain, expected.plain, 1e-14);
      EXPECT_NEAR(found.scaled, expected.scaled, 1e-14);
    }
}

TEST(KeptScaling, FindsNoChangeOfItsOwnRowSums) {
  Sample sample;
  std::vector<double> sums(5, 1);
  row_sums(sample.rows(), 0, 5, sums.data());
  EXPECT_EQ(sums[4], 0);
  EXPECT_EQ(row_sum_changes(sample.rows(), sample.t.data(), sums.data(), 0, 5).plain, 0);
  // T^-1 A T^-1, scaled back.
  for (LocalIndex row = 0; row < 5; ++row) {
    for (LocalIndex k = sample.offsets[row]; k < sample.offsets[row + 1]; ++k)
      sample.values[k] /= sample.t[row] * sample.t[sample.columns[k]];
    for (LocalIndex k = sample.ghost_offsets[row]; k < sample.ghost_offsets[row + 1]; ++k)
      sample.ghost_values[k] /= sample.t[row] * sample.t[5 + sample.ghost_columns[k]];
  }
  const auto changes = row_sum_changes(sample.rows(), sample.t.data(), sums.data(), 0, 5);
  EXPECT_NEAR(changes.scaled, 0, 1e-14);
  EXPECT_GT(changes.plain, 0.01);
}

TEST(KeptScaling, ScalesRowsAndColumns) {
  const Sample sample;
  std::vector<double> by_rows(8, -9), by_columns(8, -9);
  scale_rows(sample.offsets.data(), sample.t.data(), 1, 3, sample.values.data(), by_rows.data());
  scale_columns(sample.offsets.data(), sample.columns.data(), sample.t.data(), 1, 3, sample.values.data(),
                by_columns.data());
  for (LocalIndex row = 0; row < 5; ++row)
    for (LocalIndex k = sample.offsets[row]; k < sample.offsets[row + 1]; ++k) {
      const bool inside = row >= 1 && row < 3;
      EXPECT_EQ(by_rows[k], inside ? sample.t[row] * sample.values[k] : -9);
      EXPECT_EQ(by_columns[k], inside ? sample.t[sample.columns[k]] * sample.values[k] : -9);
    }
}

}  // namespace
}  // namespace trireme::amg::kernels
