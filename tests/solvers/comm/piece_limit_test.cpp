// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/piece_limit.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace trireme::comm {
namespace {

TEST(PieceLimit, CountsBeyondIntGoInPiecesWithoutGapOrOverlap) {
  const std::int64_t count = 5'000'000'017;
  for (const std::int64_t element : {1, 8, 24, 1000}) {
    std::int64_t next = 0;
    for_each_piece(count, element, {}, [&](std::int64_t first, int n) {
      EXPECT_EQ(first, next);
      EXPECT_GT(n, 0);
      EXPECT_LE(n * element, std::int64_t{1} << 30);
      next = first + n;
    });
    EXPECT_EQ(next, count);
  }
}

TEST(PieceLimit, AnElementLargerThanTheLimitGoesAlone) {
  int pieces = 0;
  for_each_piece(5, 100, PieceLimit{10}, [&](std::int64_t, int n) { pieces += n == 1; });
  EXPECT_EQ(pieces, 5);
}

TEST(PieceLimit, NothingNeedsNoPiece) {
  for_each_piece(0, 8, {}, [](std::int64_t, int) { FAIL(); });
}

}  // namespace
}  // namespace trireme::comm
