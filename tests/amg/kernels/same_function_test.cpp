// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/same_function.hpp"

#include <gtest/gtest.h>

#include "tests/amg/matrices.hpp"

namespace trireme::amg::kernels {
namespace {

TEST(SameFunction, EqualsTheReferenceInParts) {
  const auto matrix = test::make_square(90, test::scattered(90, 90, 12, 4));
  std::vector<LocalIndex> functions;
  for (LocalIndex i = 0; i < 90; ++i) functions.push_back(i * 7 % 3);
  const Csr expected = same_function_reference(matrix.diagonal.view(), functions, functions);
  EXPECT_GT(expected.columns.size(), 0u);
  EXPECT_LT(2 * expected.columns.size(), matrix.diagonal.columns.size());

  std::vector<LocalIndex> counts(90), columns(expected.columns.size());
  std::vector<double> values(expected.values.size());
  for (LocalIndex begin = 0; begin < 90; begin += 30) {
    count_same_function(matrix.diagonal.view(), functions, functions, begin, begin + 30, counts.data());
    copy_same_function(matrix.diagonal.view(), functions, functions, begin, begin + 30,
                       expected.offsets.data(), columns.data(), values.data());
  }
  for (std::size_t row = 0; row < 90; ++row)
    EXPECT_EQ(counts[row], expected.offsets[row + 1] - expected.offsets[row]);
  EXPECT_TRUE(std::equal(columns.begin(), columns.end(), expected.columns.begin()));
  EXPECT_TRUE(test::same_bits(values, expected.values));
}

}  // namespace
}  // namespace trireme::amg::kernels
