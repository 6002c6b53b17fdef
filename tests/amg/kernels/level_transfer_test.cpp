// SPDX-License-Identifier: Apache-2.0
// Restriction and interpolation kernels equal their serial twins for any thread count.
#include "amg/kernels/level_transfer.hpp"

#include <gtest/gtest.h>

#include "amg/cycle/packed_transfer.hpp"
#include "tests/amg/kernels/packed_sample.hpp"

namespace trireme::amg {
namespace {

TEST(Transfer, equals_its_twin_and_the_unpacked_operator) {
  const testing::PackedSample<testing::SampleKind<double, RunRule::never>> s;
  const auto p = testing::interpolation(s.rows, s.points);
  const auto n_coarse = std::count(s.points.begin(), s.points.end(), PointType::coarse);
  const auto columns = testing::partition_of(n_coarse, s.comm);
  const DistributedMatrix whole = testing::dealt(p, s.partition, columns, s.comm);
  std::vector<LocalIndex> reversed(n_coarse);
  for (LocalIndex i = 0; i < n_coarse; ++i) reversed[i] = static_cast<LocalIndex>(n_coarse) - 1 - i;
  const PackedTransfer<double> packed(whole.view(), s.order.old_of_new, reversed);

  std::vector<double> x = testing::whole_vector(5, n_coarse), packed_x(x.rbegin(), x.rend());
  const auto expected = testing::product(p, x);
  for (const std::vector<LocalIndex>& bounds :
       {packed.row_bounds(1), std::vector<LocalIndex>{0, 7, 7, 100, packed.n_rows()}}) {
    std::vector<double> y(s.n()), twin(s.n()), sum(s.n(), 1.0), sum_twin(s.n(), 1.0);
    multiply(packed.view(), bounds, packed_x.data(), y.data());
    multiply_reference(packed.view(), packed.n_rows(), packed_x.data(), twin.data());
    multiply_add(packed.view(), bounds, packed_x.data(), sum.data());
    multiply_add_reference(packed.view(), packed.n_rows(), packed_x.data(), sum_twin.data());
    EXPECT_EQ(y, twin);
    EXPECT_EQ(sum, sum_twin);
    for (std::size_t i = 0; i < s.n(); ++i) {
      ASSERT_NEAR(y[i], expected[s.order.old_of_new[i]], 1e-14);
      ASSERT_NEAR(sum[i], 1 + y[i], 1e-14);
    }
  }
}

}  // namespace
}  // namespace trireme::amg
