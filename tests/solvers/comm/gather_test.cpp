// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/gather.hpp"

#include <array>

#include <gtest/gtest.h>

#include "tests/solvers/comm/world.hpp"

namespace trireme::comm {
namespace {

using Point = std::array<double, 3>;

// Rank r has 2 r values, so rank 0 has none.
std::vector<Point> points_of(int rank) {
  std::vector<Point> points;
  for (int k = 0; k < 2 * rank; ++k) points.push_back({1.0 * rank, 1.0 * k, -1.0});
  return points;
}

std::vector<Point> points_of_all(int size) {
  std::vector<Point> all;
  for (int rank = 0; rank < size; ++rank)
    for (const Point& point : points_of(rank)) all.push_back(point);
  return all;
}

std::vector<GlobalIndex> counts_of_all(int size) {
  std::vector<GlobalIndex> counts;
  for (int rank = 0; rank < size; ++rank) counts.push_back(2 * rank);
  return counts;
}

TEST(Gather, ToTheRootByRank) {
  const auto comm = test::world();
  for (const std::int64_t bytes : {std::int64_t{1}, std::int64_t{48}, std::int64_t{1} << 30}) {
    std::vector<GlobalIndex> counts{-1};
    const auto all = gather_to_root(comm, points_of(comm.rank()), &counts, PieceLimit{bytes});
    EXPECT_EQ(all, comm.is_root() ? points_of_all(comm.size()) : std::vector<Point>());
    EXPECT_EQ(counts, comm.is_root() ? counts_of_all(comm.size()) : std::vector<GlobalIndex>());
  }
}

TEST(Gather, ToAllByRank) {
  const auto comm = test::world();
  for (const std::int64_t bytes : {std::int64_t{1}, std::int64_t{48}, std::int64_t{1} << 30}) {
    std::vector<GlobalIndex> counts;
    EXPECT_EQ(all_gather(comm, points_of(comm.rank()), &counts, PieceLimit{bytes}),
              points_of_all(comm.size()));
    EXPECT_EQ(counts, counts_of_all(comm.size()));
  }
  EXPECT_TRUE(all_gather(comm, std::vector<int>()).empty());
}

TEST(Gather, OneValueOfEachRank) {
  const auto comm = test::world();
  const auto all = all_gather_value(comm, Point{1.0 * comm.rank(), 2.0, 3.0});
  ASSERT_EQ(static_cast<int>(all.size()), comm.size());
  for (int rank = 0; rank < comm.size(); ++rank) EXPECT_EQ(all[static_cast<std::size_t>(rank)][0], rank);
}

TEST(Scatter, UndoesAGather) {
  const auto comm = test::world();
  std::vector<GlobalIndex> counts;
  const auto all = gather_to_root(comm, points_of(comm.rank()), &counts);
  EXPECT_EQ(scatter_from_root(comm, all, counts), points_of(comm.rank()));
  EXPECT_EQ(scatter_from_root(comm, all, counts, PieceLimit{24}), points_of(comm.rank()));
}

}  // namespace
}  // namespace trireme::comm
