// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/strong_mask.hpp"

#include <gtest/gtest.h>

#include "amg/kernels/strength.hpp"
#include "tests/amg/matrices.hpp"

namespace trireme::amg::kernels {
namespace {

TEST(StrongMask, HoldsAPattern) {
  for (const int per_row : {1, 7, 8, 17}) {
    const DistributedMatrix a = test::make_square(70, test::scattered(70, 70, per_row, 4));
    const MatrixView view = a.view();
    const LocalRows rows(view);
    Pattern strong, again;
    std::vector<double> diagonal(70);
    for (Pattern* pattern : {&strong, &again}) {
      pattern->begin.resize(70);
      pattern->end.resize(70);
      pattern->columns.resize(a.diagonal.columns.size());
    }
    strong_rows(rows, {0.3, 1.0}, 0, 70, 0, diagonal.data(), strong.begin.data(), strong.end.data(),
                strong.columns.data());
    std::vector<std::uint8_t> mask(mask_bytes(rows), 0xff), expected(mask_bytes(rows));
    mask_of_pattern_reference(rows, strong, 0, 70, expected.data());
    for (const LocalIndex cut : {0, 13, 70}) {
      mask_of_pattern(rows, strong, 0, cut, mask.data());
      mask_of_pattern(rows, strong, cut, 70, mask.data());
      EXPECT_EQ(mask, expected);
    }
    pattern_of_mask(rows, mask.data(), 0, 70, 0, again);
    EXPECT_EQ(again.begin, strong.begin);
    EXPECT_EQ(again.end, strong.end);
    const auto used = static_cast<std::size_t>(strong.end.back());
    EXPECT_TRUE(std::equal(strong.columns.begin(), strong.columns.begin() + static_cast<std::ptrdiff_t>(used),
                           again.columns.begin()));
    std::vector<std::int8_t> signs(70);
    std::vector<double> values(70);
    diagonal_signs(rows, 0, 70, signs.data(), values.data());
    for (std::size_t row = 0; row < 70; ++row) {
      EXPECT_EQ(values[row], diagonal[row]);
      EXPECT_EQ(signs[row], diagonal[row] > 0 ? 1 : diagonal[row] < 0 ? -1 : 0);
    }
  }
}

}  // namespace
}  // namespace trireme::amg::kernels
