// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/kernels/invert_block.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "tests/solvers/ilu/block_matrix.hpp"

namespace trireme::ilu {
namespace {

class InvertBlock : public ::testing::TestWithParam<int> {};

TEST_P(InvertBlock, gives_the_bits_of_the_reference) {
  const int bs = GetParam();
  testing::Random random(bs);
  std::vector<double> scratch(2 * bs * bs);
  for (int sample = 0; sample < 50; ++sample) {
    auto block = random.vector(bs * bs);
    auto reference = block;
    EXPECT_EQ(invert_block(bs, block.data(), scratch.data(), {}),
              invert_block_reference(bs, reference.data(), scratch.data(), {}));
    EXPECT_EQ(block, reference);
  }
}

TEST_P(InvertBlock, times_the_block_is_the_identity) {
  const int bs = GetParam();
  testing::Random random(17 + bs);
  std::vector<double> scratch(2 * bs * bs);
  const auto block = random.vector(bs * bs);
  auto inverse = block;
  ASSERT_TRUE(invert_block(bs, inverse.data(), scratch.data(), {}));
  for (int r = 0; r < bs; ++r)
    for (int c = 0; c < bs; ++c) {
      double sum = 0;
      for (int k = 0; k < bs; ++k) sum += block[k * bs + r] * inverse[c * bs + k];
      EXPECT_NEAR(sum, r == c, 1e-12);
    }
}

TEST_P(InvertBlock, needs_pivoting_but_no_luck) {
  const int bs = GetParam();
  if (bs == 1) GTEST_SKIP() << "a single entry has no other pivot";
  std::vector<double> scratch(2 * bs * bs), block(bs * bs, 0.0);
  for (int r = 0; r < bs; ++r) block[((r + 1) % bs) * bs + r] = 2.0;  // a permutation matrix: zero diagonal
  ASSERT_TRUE(invert_block(bs, block.data(), scratch.data(), {}));
  for (int r = 0; r < bs; ++r) EXPECT_EQ(block[r * bs + (r + 1) % bs], 0.5);
}

TEST_P(InvertBlock, refuses_zero_and_nan_and_leaves_the_identity) {
  const int bs = GetParam();
  std::vector<double> scratch(2 * bs * bs), identity(bs * bs, 0.0);
  for (int r = 0; r < bs; ++r) identity[r * bs + r] = 1.0;
  for (const double bad :
       {0.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    for (const auto invert : {invert_block, invert_block_reference}) {
      auto block = testing::Random(3).vector(bs * bs);
      for (int r = 0; r < bs; ++r) block[(bs - 1) * bs + r] = bad;  // last column
      EXPECT_FALSE(invert(bs, block.data(), scratch.data(), {})) << bad;
      EXPECT_EQ(block, identity);
    }
  }
}

TEST_P(InvertBlock, adds_the_shift_to_a_singular_block_only) {
  const int bs = GetParam();
  std::vector<double> scratch(2 * bs * bs), zero(bs * bs, 0.0);
  ASSERT_TRUE(invert_block(bs, zero.data(), scratch.data(), {.shift = 4.0}));
  for (int r = 0; r < bs; ++r) EXPECT_EQ(zero[r * bs + r], 0.25);
  auto regular = testing::Random(3).vector(bs * bs);
  auto plain = regular;
  ASSERT_TRUE(invert_block(bs, regular.data(), scratch.data(), {.shift = 4.0}));
  ASSERT_TRUE(invert_block(bs, plain.data(), scratch.data(), {}));
  EXPECT_EQ(regular, plain);
}

TEST(InvertBlockPoint, has_a_threshold_for_single_entries) {
  double scratch[2];
  double entry = 1e-15;
  EXPECT_FALSE(invert_block(1, &entry, scratch, {}));
  entry = 1e-15;
  EXPECT_TRUE(invert_block(1, &entry, scratch, {.zero_pivot = 1e-16}));
  EXPECT_EQ(entry, 1.0 / 1e-15);
}

INSTANTIATE_TEST_SUITE_P(sizes, InvertBlock, ::testing::Values(1, 2, 3, 4, 5, 6, 9));

}  // namespace
}  // namespace trireme::ilu
