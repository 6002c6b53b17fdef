// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/direct_interpolation.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "amg/interp/direct.hpp"
#include "tests/amg/kernels/dense_interpolation.hpp"

namespace trireme::amg::kernels {
namespace {

TEST(DirectRows, EqualTheFormula) {
  for (const auto& [n, rows] : test::interpolation_cases()) {
    const test::SplitLevel level(n, rows);
    RowWorkspace workspace(1);
    const auto p =
        direct_interpolation(level.view, level.couplings, level.types, level.coarse, {0.0, 0}, workspace);
    const auto found = test::dense(p.diagonal);
    std::vector<double> expected(found.size(), 0.0);
    const DirectInput input{LocalRows(level.view), &level.couplings.strong, level.types.data(),
                            level.coarse.place.data(), level.couplings.diagonal.data()};
    direct_rows_reference(input, static_cast<LocalIndex>(level.n_coarse()), expected.data());
    for (std::size_t k = 0; k < found.size(); ++k)
      ASSERT_NEAR(found[k], expected[k], 1e-12 * (1 + std::fabs(expected[k])));
  }
}

}  // namespace
}  // namespace trireme::amg::kernels
