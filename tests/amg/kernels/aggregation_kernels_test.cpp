// SPDX-License-Identifier: Apache-2.0
// The kernels of smoothed aggregation against their reference twins, on random matrices with ghosts.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "amg/aggregate/aggregate_workspace.hpp"
#include "amg/kernels/neighbour_maximum.hpp"
#include "amg/kernels/smoothed_rows.hpp"
#include "amg/kernels/strong_neighbours.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/threads/scan.hpp"
#include "solvers/threads/thread_count.hpp"

namespace trireme::amg::kernels {
namespace {

constexpr LocalIndex n_rows = 700, n_ghosts = 60;

// Entries of varied size and sign, columns in no order, some rows empty, some without a diagonal.
struct Sample {
  Csr diagonal, off_diagonal;

  Sample() {
    diagonal.n_columns = n_rows;
    off_diagonal.n_columns = n_ghosts;
    for (LocalIndex row = 0; row < n_rows; ++row) {
      if (row % 50 != 7) fill_row(row);
      diagonal.offsets.push_back(static_cast<LocalIndex>(diagonal.columns.size()));
      off_diagonal.offsets.push_back(static_cast<LocalIndex>(off_diagonal.columns.size()));
    }
  }

  void fill_row(LocalIndex row) {
    for (LocalIndex step : {31, -2, 0, 5, 211, -1}) {
      const LocalIndex column = (row + step + n_rows) % n_rows;
      if (step == 0 && row % 40 == 3) continue;
      diagonal.columns.push_back(column);
      diagonal.values.push_back(
          step == 0 ? 4.0 : std::pow(symmetric_hash(1, row, static_cast<std::uint64_t>(column)), 3));
    }
    if (row % 3 != 0) return;
    off_diagonal.columns.push_back(row % n_ghosts);
    off_diagonal.values.push_back(symmetric_hash(2, row, 0));
  }
};

std::vector<double> scaled_hashes(std::size_t count, std::uint64_t stream) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = symmetric_hash(3, static_cast<GlobalIndex>(i), stream);
  return values;
}

std::vector<double> largest_with_ghosts(const Sample& sample) {
  std::vector<double> largest(n_rows + n_ghosts, 0.5);
  largest_couplings(sample.diagonal.view(), sample.off_diagonal.view(), std::span(largest).first(n_rows));
  return largest;
}

TEST(AggregationKernels, LargestCouplings) {
  Sample sample;
  sample.diagonal.values[9] = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> ours(n_rows), reference(n_rows);
  largest_couplings(sample.diagonal.view(), sample.off_diagonal.view(), ours);
  largest_couplings_reference(sample.diagonal.view(), sample.off_diagonal.view(), reference);
  EXPECT_EQ(ours, reference);
}

TEST(AggregationKernels, StrongNeighbours) {
  const Sample sample;
  const std::vector<double> largest = largest_with_ghosts(sample);
  for (const double threshold : {0.0, 0.1, 0.6}) {
    const Couplings couplings{sample.diagonal.view(), sample.off_diagonal.view(), largest, threshold};
    std::vector<LocalIndex> begins(n_rows), ends(n_rows), reference_offsets(n_rows + 1);
    std::vector<LocalIndex> neighbours(sample.diagonal.columns.size() + sample.off_diagonal.columns.size());
    std::vector<LocalIndex> reference_neighbours(neighbours.size());
    find_strong(couplings, begins, ends, neighbours);
    strong_neighbours_reference(couplings, reference_offsets, reference_neighbours);
    for (std::size_t row = 0; row < n_rows; ++row) {
      const std::vector<LocalIndex> ours(neighbours.begin() + begins[row], neighbours.begin() + ends[row]);
      const std::vector<LocalIndex> expected(reference_neighbours.begin() + reference_offsets[row],
                                             reference_neighbours.begin() + reference_offsets[row + 1]);
      EXPECT_EQ(ours, expected) << threshold << " " << row;
    }
    EXPECT_GT(reference_offsets.back(), 500);
  }
}

TEST(AggregationKernels, NeighbourMaximum) {
  const Sample sample;
  std::vector<std::uint64_t> values(n_rows + n_ghosts), before(n_rows);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = mix_bits(i);
  for (std::size_t i = 0; i < before.size(); ++i) before[i] = i % 3;
  std::vector<std::uint64_t> ours = before, reference = before;
  const auto begins = std::span(sample.diagonal.offsets).first(n_rows),
             ends = std::span(sample.diagonal.offsets).last(n_rows);
  neighbour_maximum(begins, ends, sample.diagonal.columns, values, 1, 2, ours);
  neighbour_maximum_reference(begins, ends, sample.diagonal.columns, values, 1, 2, reference);
  EXPECT_EQ(ours, reference);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(ours[i] == before[i], i % 3 != 1) << i;
}

TEST(AggregationKernels, ScaledRows) {
  const Sample sample;
  const std::vector<double> largest = largest_with_ghosts(sample);
  for (const double threshold : {0.0, 0.3, 0.99}) {
    const FilteredMatrix matrix{sample.diagonal.view(), sample.off_diagonal.view(), largest, threshold};
    std::vector<double> ours(n_rows), sums(n_rows), reference(n_rows), reference_sums(n_rows);
    scaled_rows(matrix, ours, sums);
    scaled_rows_reference(matrix, reference, reference_sums);
    for (std::size_t row = 0; row < ours.size(); ++row) {
      EXPECT_NEAR(ours[row], reference[row], 1e-14) << row;
      EXPECT_NEAR(sums[row], reference_sums[row], 1e-12 * (1 + sums[row])) << row;
    }
    EXPECT_EQ(sums[7], 0);  // an empty row
  }
}

// P of the kernel as a dense array.
std::vector<double> dense_of(const SmoothedRows& rows) {
  Csr owned, foreign;
  owned.offsets.resize(n_rows + 1);
  foreign.offsets.resize(n_rows + 1);
  count_smoothed(rows, owned.offsets, foreign.offsets);
  for (Csr* part : {&owned, &foreign}) {
    const auto n = static_cast<std::size_t>(threads::exclusive_scan(std::span<LocalIndex>(part->offsets)));
    part->columns.resize(n);
    part->values.resize(n);
  }
  fill_smoothed(rows, owned, foreign);
  const auto n_owned = static_cast<std::size_t>(rows.n_owned_aggregates * rows.width);
  const std::size_t n_columns = n_owned + static_cast<std::size_t>(rows.n_foreign_aggregates * rows.width);
  std::vector<double> dense(n_rows * n_columns, 0.0);
  for (std::size_t row = 0; row < n_rows; ++row) {
    for (LocalIndex k = owned.offsets[row]; k < owned.offsets[row + 1]; ++k)
      dense[row * n_columns + static_cast<std::size_t>(owned.columns[static_cast<std::size_t>(k)])] +=
          owned.values[static_cast<std::size_t>(k)];
    for (LocalIndex k = foreign.offsets[row]; k < foreign.offsets[row + 1]; ++k)
      dense[row * n_columns + n_owned +
            static_cast<std::size_t>(foreign.columns[static_cast<std::size_t>(k)])] +=
          foreign.values[static_cast<std::size_t>(k)];
  }
  return dense;
}

TEST(AggregationKernels, SmoothedRows) {
  const Sample sample;
  const std::vector<double> largest = largest_with_ghosts(sample);
  constexpr LocalIndex n_owned = 80, n_foreign = 9;
  std::vector<LocalIndex> aggregate(n_rows + n_ghosts);
  for (std::size_t i = 0; i < aggregate.size(); ++i)
    aggregate[i] = i % 23 == 5 ? -1 : static_cast<LocalIndex>(i % (n_owned + n_foreign));
  for (const int width : {1, 3}) {
    const FilteredMatrix matrix{sample.diagonal.view(), sample.off_diagonal.view(),
                                width == 1 ? std::span<const double>(largest) : std::span<const double>(),
                                0.2};
    std::vector<double> scale(n_rows);
    std::vector<double> sums(n_rows);
    scaled_rows(matrix, scale, sums);
    const std::vector<double> basis = scaled_hashes((n_rows + n_ghosts) * static_cast<std::size_t>(width), 4);
    AggregateWorkspace workspace(threads::max_threads(), n_owned + n_foreign, 7, width);
    const SmoothedRows rows{matrix,    scale, 0.6,   aggregate,       n_owned,
                            n_foreign, basis, width, workspace.rows()};
    const std::vector<double> ours = dense_of(rows);
    std::vector<double> reference(ours.size());
    smoothed_rows_reference(rows, reference);
    for (std::size_t i = 0; i < ours.size(); ++i)
      ASSERT_NEAR(ours[i], reference[i], 1e-13) << width << " " << i;
  }
}

TEST(AggregationKernels, ProductsAreBoundedByTheRowSums) {
  const Sample sample;
  const std::vector<double> largest = largest_with_ghosts(sample);
  const FilteredMatrix matrix{sample.diagonal.view(), sample.off_diagonal.view(), largest, 0.2};
  std::vector<double> scale(n_rows), sums(n_rows), product(n_rows), x(n_rows + n_ghosts);
  scaled_rows(matrix, scale, sums);
  // The bound is reached by the signs of a row's own entries.
  for (std::size_t row = 0; row < n_rows; ++row) {
    std::fill(x.begin(), x.end(), 0.0);
    const auto sign = [&](double value) { return value / scale[row] < 0 ? -1.0 : 1.0; };
    for (LocalIndex k = sample.diagonal.offsets[row]; k < sample.diagonal.offsets[row + 1]; ++k)
      x[static_cast<std::size_t>(sample.diagonal.columns[static_cast<std::size_t>(k)])] =
          sign(sample.diagonal.values[static_cast<std::size_t>(k)]);
    for (LocalIndex k = sample.off_diagonal.offsets[row]; k < sample.off_diagonal.offsets[row + 1]; ++k)
      x[n_rows + static_cast<std::size_t>(sample.off_diagonal.columns[static_cast<std::size_t>(k)])] =
          sign(sample.off_diagonal.values[static_cast<std::size_t>(k)]);
    if (scale[row] != 0) x[row] = 1;
    apply_scaled(matrix, scale, x, product);
    EXPECT_NEAR(product[row], sums[row], 1e-12 * (1 + sums[row])) << row;
  }
}

}  // namespace
}  // namespace trireme::amg::kernels
