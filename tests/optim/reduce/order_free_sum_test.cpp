// SPDX-License-Identifier: Apache-2.0
#include "optim/reduce/order_free_sum.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "solvers/base/counter_hash.hpp"

namespace trireme::optim {
namespace {

constexpr double huge = std::numeric_limits<double>::max();

TEST(ExactSum, GivesWhatCancellationHides) {
  ExactSum sum;
  for (const double x : {1e300, 1.0, -1e300, 0x1p-1074, -0.0, 0x1p-1074}) sum.add(x);
  EXPECT_EQ(sum.value(), 1.0);
  sum.add(-1.0);
  EXPECT_EQ(sum.value(), 0x1p-1073);
  sum.add(-0x1p-1072);
  EXPECT_EQ(sum.value(), -0x1p-1073);
}

TEST(ExactSum, IsRoundedToTheNearest) {
  ExactSum sum;
  long double expected = 0;
  for (int i = 0; i < 1000; ++i) {
    const double x = symmetric_hash(1, i, 2) * 1e3;
    sum.add(x);
    expected += static_cast<long double>(x);
  }
  EXPECT_NEAR(sum.value(), static_cast<double>(expected), 4e-16 * std::fabs(static_cast<double>(expected)));
}

TEST(ExactSum, HoldsTheLargestNumbers) {
  ExactSum sum;
  for (int i = 0; i < 1000; ++i) sum.add(huge);
  EXPECT_TRUE(std::isinf(sum.value()));
  for (int i = 0; i < 999; ++i) sum.add(-huge);
  EXPECT_EQ(sum.value(), huge);
}

TEST(ExactSum, TellsOfWhatIsNotFinite) {
  const double infinity = std::numeric_limits<double>::infinity();
  ExactSum positive, both, nan;
  positive.add(infinity);
  both.add(infinity);
  both.add(-infinity);
  nan.add(std::nan(""));
  EXPECT_EQ(positive.value(), infinity);
  EXPECT_TRUE(std::isnan(both.value()));
  EXPECT_TRUE(std::isnan(nan.value()));
}

TEST(FixedScale, RoundsATermToTheQuantum) {
  for (const double bound : {1e-300, 1e-5, 0.25, 1.0, 3e7, 1e200}) {
    for (const GlobalIndex count : {GlobalIndex{1}, GlobalIndex{1000}, GlobalIndex{1} << 31}) {
      const FixedScale scale(bound, count);
      for (const double fraction : {1.0, -1.0, 0.3, -1e-6}) {
        const double term = fraction * bound;
        const double back = static_cast<double>(fixed_of(term * scale.to_fixed())) * scale.quantum();
        EXPECT_NEAR(back, term, 0.5 * scale.quantum()) << bound << " " << count;
      }
      if (bound > 1e-250) {
        EXPECT_LE(scale.quantum(), 4 * bound * std::max(0x1p-51, static_cast<double>(count) * 0x1p-62));
      }
    }
  }
}

// Sums over 1000 numbered samples that lie on ranks in turn, or all on the last one.
struct Sums {
  std::vector<double> vector, scalars;
};
Sums sums_over_samples(Accumulation accumulation, bool all_on_last, double spoiled = 0) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  constexpr GlobalIndex n = 1000, dim = 5;
  OrderFreeSum sum(comm, accumulation);
  sum.begin(dim, 1, 2.0, n);
  const GlobalIndex first = all_on_last ? 0 : comm.rank(), step = all_on_last ? 1 : comm.size();
  const bool here = !all_on_last || comm.rank() == comm.size() - 1;
  sum.over_rows(here && first < n ? (n - first + step - 1) / step : 0,
                [&](OrderFreeSum::Piece& piece, GlobalIndex begin, GlobalIndex end) {
                  for (GlobalIndex row = begin; row < end; ++row) {
                    const GlobalIndex id = first + row * step;
                    piece.scalar(0).add(id == 77 && spoiled != 0 ? spoiled : symmetric_hash(5, id, 99));
                    piece.with_cells([&](auto* cells, double scale) {
                      for (GlobalIndex j = 0; j < dim; ++j) {
                        const double term = 2 * symmetric_hash(5, id, static_cast<std::uint64_t>(j)) * scale;
                        if constexpr (std::is_integral_v<std::remove_pointer_t<decltype(cells)>>)
                          cells[j] += fixed_of(term);
                        else
                          cells[j] += term;
                      }
                    });
                  }
                });
  Sums result{std::vector<double>(dim), std::vector<double>(1)};
  SampleWork work;
  sum.finish(work, result.vector, result.scalars);
  EXPECT_EQ(work.reductions, 1);
  EXPECT_EQ(work.vector_reductions, 1);
  return result;
}

TEST(OrderFreeSum, HasTheSameBitsForAnyLayout) {
  const Sums dealt = sums_over_samples(Accumulation::reproducible, false);
  const Sums together = sums_over_samples(Accumulation::reproducible, true);
  EXPECT_EQ(dealt.vector, together.vector);
  EXPECT_EQ(dealt.scalars, together.scalars);
  // Computed with one rank and one thread; the same on all.
  long double expected = 0;
  for (GlobalIndex id = 0; id < 1000; ++id) expected += symmetric_hash(5, id, 99);
  EXPECT_EQ(dealt.scalars[0], static_cast<double>(expected));
  std::int64_t cell = 0;
  const FixedScale scale(2.0, 1000);
  for (GlobalIndex id = 0; id < 1000; ++id)
    cell += std::llrint(2 * symmetric_hash(5, id, 3) * scale.to_fixed());
  EXPECT_EQ(dealt.vector[3], static_cast<double>(cell) * scale.quantum());
}

TEST(OrderFreeSum, PlainSumsAgreeToRounding) {
  const Sums exact = sums_over_samples(Accumulation::reproducible, false);
  const Sums plain = sums_over_samples(Accumulation::plain, false);
  for (std::size_t j = 0; j < exact.vector.size(); ++j) EXPECT_NEAR(plain.vector[j], exact.vector[j], 1e-12);
  EXPECT_NEAR(plain.scalars[0], exact.scalars[0], 1e-12);
}

TEST(OrderFreeSum, ASampleThatIsNotFiniteSpoilsTheVectorOnAllRanks) {
  for (const Accumulation accumulation : {Accumulation::reproducible, Accumulation::plain}) {
    const Sums spoiled = sums_over_samples(accumulation, false, std::nan(""));
    EXPECT_TRUE(std::isnan(spoiled.scalars[0]));
    for (const double entry : spoiled.vector) EXPECT_TRUE(std::isnan(entry));
  }
}

}  // namespace
}  // namespace trireme::optim
