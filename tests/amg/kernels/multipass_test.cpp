// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/multipass.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "amg/coarsen/coarsening.hpp"
#include "amg/interp/multipass.hpp"
#include "amg/interp/two_stage.hpp"
#include "amg/kernels/extended_i.hpp"
#include "amg/kernels/truncated_rows.hpp"
#include "tests/amg/kernels/dense_interpolation.hpp"

namespace trireme::amg::kernels {
namespace {

// Both splittings of an aggressive level.
struct AggressiveLevel : test::SplitLevel {
  AggressiveLevel(GlobalIndex n, const test::RowOf& rows) : SplitLevel(n, rows), first{types, coarse} {
    second =
        split_again(coupling_graph(view, couplings.strong), first, CoarseningKind::pmis, 1, 0, workspace);
  }
  std::size_t n_far() const { return static_cast<std::size_t>(second.coarse.partition->n_owned()); }
  MultipassInput input() const {
    return {LocalRows(view), &couplings.strong, second.types.data(), nullptr, couplings.diagonal.data(), {}};
  }

  RowWorkspace workspace{1};
  Splitting first, second;
};

void expect_close(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < found.size(); ++k)
    ASSERT_NEAR(found[k], expected[k], 1e-11 * (1 + std::fabs(expected[k])));
}

TEST(FindNextPass, EqualsTheReference) {
  const test::SplitLevel level(210, test::laplacian(7, 6, 5, test::Stencil::star));
  std::vector<LocalIndex> passes(210), points;
  for (LocalIndex i = 0; i < 210; ++i) {
    passes[static_cast<std::size_t>(i)] = i % 9 - 1;
    if (i % 2 == 0) points.push_back(i);
  }
  std::vector<std::int8_t> found(points.size()), expected(points.size());
  find_next_pass(level.couplings.strong, passes, 2, points, found);
  find_next_pass_reference(level.couplings.strong, passes, 2, points, expected);
  EXPECT_EQ(found, expected);
  EXPECT_GT(std::count(found.begin(), found.end(), 1), 0);
  EXPECT_GT(std::count(found.begin(), found.end(), 0), 0);
}

TEST(MultipassRows, EqualTheFormula) {
  for (const auto& [n, rows] : test::interpolation_cases()) {
    AggressiveLevel level(n, rows);
    ASSERT_LT(level.n_far(), level.n_coarse());
    const auto p = multipass_interpolation(level.view, level.couplings, level.second.types,
                                           level.second.coarse, {0.0, 0}, level.workspace);
    std::vector<double> expected(static_cast<std::size_t>(n) * level.n_far(), 0.0);
    multipass_reference(level.input(), level.second.coarse.place.data(),
                        static_cast<LocalIndex>(level.n_far()), expected.data());
    expect_close(test::dense(p.diagonal), expected);
  }
}

TEST(TwoStage, IsTheProductOfTwoExtendedInterpolations) {
  for (const auto& [n, rows] : test::interpolation_cases()) {
    AggressiveLevel level(n, rows);
    const auto p = two_stage_interpolation(level.view, level.couplings, level.first, level.second, {0.0, 0},
                                           {0.0, 0}, level.workspace);
    const auto dense_stage = [&, size = n](const Splitting& splitting, std::size_t n_coarse) {
      std::vector<double> weights(static_cast<std::size_t>(size) * n_coarse, 0.0);
      extended_rows_reference(LocalRows(level.view), level.couplings.strong, splitting.types.data(),
                              splitting.coarse.place.data(), ConnectionBack::with,
                              static_cast<LocalIndex>(n_coarse), weights.data());
      return weights;
    };
    const std::size_t near = level.n_coarse(), far = level.n_far();
    const auto p1 = dense_stage(level.first, near), p2 = dense_stage(level.second, far);
    std::vector<double> expected(static_cast<std::size_t>(n) * far, 0.0);
    for (std::size_t k = 0; k < static_cast<std::size_t>(n); ++k) {
      if (level.first.types[k] != PointType::coarse) continue;
      const auto place = static_cast<std::size_t>(level.first.coarse.place[k]);
      for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i)
        for (std::size_t j = 0; j < far; ++j) expected[i * far + j] += p1[i * near + place] * p2[k * far + j];
    }
    expect_close(test::dense(p.diagonal), expected);
  }
}

TEST(TruncatedRows, EqualTheReference) {
  AggressiveLevel level(210, test::shuffled(test::laplacian(7, 6, 5, test::Stencil::box)));
  const auto p = multipass_interpolation(level.view, level.couplings, level.second.types, level.second.coarse,
                                         {0.0, 0}, level.workspace);
  const ColumnNumbering numbering(*level.second.coarse.partition, {});
  const Csr& full = p.diagonal;
  const RowStoreView rows{full.offsets.data(), full.offsets.data() + 1, full.columns.data(),
                          full.values.data()};
  const auto run = [&](auto kernel, const RowTruncation& truncation) {
    AccumulatorMemory memory;
    auto row = memory.prepare(full.n_columns);
    std::vector<LocalIndex> largest(8), columns(full.columns.size()), counts(210);
    std::vector<double> values(columns.size());
    RowSink sink{columns.data(), values.data(), static_cast<LocalIndex>(columns.size()), 0, counts.data()};
    EXPECT_EQ(kernel(rows, truncation, numbering, 0, 210, largest.data(), row, sink), 210);
    columns.resize(static_cast<std::size_t>(sink.used));
    values.resize(columns.size());
    return std::tuple(columns, values, counts);
  };
  for (const RowTruncation& truncation : {RowTruncation{0, 0}, RowTruncation{0, 2}, RowTruncation{0.5, 3}})
    EXPECT_EQ(run(truncated_rows, truncation), run(truncated_rows_reference, truncation));
  EXPECT_LT(std::get<0>(run(truncated_rows, {0, 2})).size(), full.columns.size());
}

}  // namespace
}  // namespace trireme::amg::kernels
