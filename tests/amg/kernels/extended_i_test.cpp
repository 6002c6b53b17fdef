// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/extended_i.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "amg/interp/extended.hpp"
#include "tests/amg/kernels/dense_interpolation.hpp"

namespace trireme::amg::kernels {
namespace {

using test::SplitLevel;

TEST(CoarseLinks, EqualTheReference) {
  for (const auto& [n, rows] : test::interpolation_cases()) {
    const SplitLevel level(n, rows);
    const LocalRows matrix(level.view);
    const auto links_by = [&](auto kernel) {
      CoarseLinks links;
      for (auto* array : {&links.begin, &links.strong_end, &links.end}) array->resize(level.types.size());
      links.strong_sum.resize(level.types.size());
      links.columns.resize(level.matrix.diagonal.columns.size());
      links.values.resize(level.matrix.diagonal.columns.size());
      kernel(matrix, level.couplings.strong, level.types.data(), level.coarse.place.data(),
             level.couplings.diagonal.data(), 0, matrix.n_rows, 0, links);
      const auto used = links.end.back();
      links.columns.resize(static_cast<std::size_t>(used));
      links.values.resize(static_cast<std::size_t>(used));
      return std::tuple(links.begin, links.strong_end, links.end, links.strong_sum, links.columns,
                        links.values);
    };
    EXPECT_EQ(links_by(coarse_links), links_by(coarse_links_reference));
  }
}

TEST(ExtendedRows, EqualTheFormula) {
  for (const auto back : {ConnectionBack::with, ConnectionBack::without})
    for (const auto& [n, rows] : test::interpolation_cases()) {
      const SplitLevel level(n, rows);
      RowWorkspace workspace(1);
      const auto p = extended_interpolation(level.view, level.couplings, level.types, level.coarse, back,
                                            {0.0, 0}, workspace);
      const auto found = test::dense(p.diagonal);
      std::vector<double> expected(found.size(), 0.0);
      extended_rows_reference(LocalRows(level.view), level.couplings.strong, level.types.data(),
                              level.coarse.place.data(), back, static_cast<LocalIndex>(level.n_coarse()),
                              expected.data());
      for (std::size_t k = 0; k < found.size(); ++k)
        ASSERT_NEAR(found[k], expected[k], 1e-11 * (1 + std::fabs(expected[k])));
    }
}

}  // namespace
}  // namespace trireme::amg::kernels
