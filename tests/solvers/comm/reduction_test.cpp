// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/reduction.hpp"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "tests/solvers/comm/world.hpp"

namespace trireme::comm {
namespace {

template <class T>
class ReductionOf : public ::testing::Test {};
using Types = ::testing::Types<int, LocalIndex, GlobalIndex, std::size_t, long, unsigned, short,
                               unsigned char, float, double>;
TYPED_TEST_SUITE(ReductionOf, Types);

TYPED_TEST(ReductionOf, SumsAndExtremes) {
  using T = TypeParam;
  const auto comm = test::world();
  const auto own = static_cast<T>(comm.rank() + 1), last = static_cast<T>(comm.size());
  EXPECT_EQ(all_sum(comm, own), static_cast<T>(last * (last + 1) / 2));
  EXPECT_EQ(all_max(comm, own), last);
  EXPECT_EQ(all_min(comm, own), T{1});
  EXPECT_EQ(exclusive_scan_sum(comm, own), static_cast<T>(comm.rank() * (comm.rank() + 1) / 2));
}

TYPED_TEST(ReductionOf, ExtremeValuesSurvive) {
  using T = TypeParam;
  const auto comm = test::world();
  const bool mine = comm.rank() == comm.size() - 1;
  constexpr T highest = std::numeric_limits<T>::max(), lowest = std::numeric_limits<T>::lowest();
  EXPECT_EQ(all_max(comm, mine ? highest : lowest), highest);
  EXPECT_EQ(all_min(comm, mine ? lowest : highest), lowest);
}

TEST(Reduction, OfArraysEntryByEntryAlsoInPieces) {
  const auto comm = test::world();
  for (const std::int64_t piece : {std::int64_t{1} << 30, std::int64_t{8}, std::int64_t{24}}) {
    std::vector<GlobalIndex> values(10);
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<GlobalIndex>(i) * (comm.rank() + 1);
    all_reduce_in_place(comm, std::span(values), MPI_SUM, PieceLimit{piece});
    for (std::size_t i = 0; i < values.size(); ++i)
      EXPECT_EQ(values[i], static_cast<GlobalIndex>(i) * comm.size() * (comm.size() + 1) / 2);
  }
  std::vector<double> extremes{1.0 * comm.rank()};
  all_max_in_place(comm, std::span(extremes));
  EXPECT_EQ(extremes[0], comm.size() - 1);
  extremes[0] = comm.rank();
  all_min_in_place(comm, std::span(extremes));
  EXPECT_EQ(extremes[0], 0);
  all_sum_in_place(comm, std::span<double>());
}

TEST(Reduction, Votes) {
  const auto comm = test::world();
  const bool last = comm.rank() == comm.size() - 1;
  EXPECT_TRUE(all_of(comm, true));
  EXPECT_FALSE(all_of(comm, !last));
  EXPECT_FALSE(any_of(comm, false));
  EXPECT_TRUE(any_of(comm, last));
}

TEST(Reduction, EveryRankGetsTheSameBits) {
  const auto comm = test::world();
  const double sum = all_sum(comm, 1.0 / (3 + comm.rank()));
  EXPECT_EQ(all_min(comm, sum), all_max(comm, sum));
}

}  // namespace
}  // namespace trireme::comm
