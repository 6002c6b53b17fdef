// SPDX-License-Identifier: Apache-2.0
// Products of packed matrices equal those of the unpacked ones, their serial twins, and residuals.
#include "amg/kernels/packed_product.hpp"

#include <gtest/gtest.h>

#include "tests/amg/kernels/packed_sample.hpp"

namespace trireme::amg {
namespace {

template <class Kind>
class PackedProduct : public ::testing::Test {
 protected:
  using Value = typename Kind::Value;
  const double tolerance = sizeof(Value) == 8 ? 1e-13 : 2e-5;
};
TYPED_TEST_SUITE(PackedProduct, testing::SampleKinds);

TYPED_TEST(PackedProduct, equals_that_of_the_unpacked_matrix) {
  const testing::PackedSample<TypeParam> s;
  const auto a = s.packed.view();
  const auto x = s.vector(3), b = s.vector(4);
  const std::vector<double> whole = testing::product(s.rows, testing::whole_vector(3, s.n()));
  std::vector<typename TypeParam::Value> y(s.n()), twin(s.n()), r(b), r_twin(s.n());
  const auto shares = s.packed.shares(3);
  multiply(a, shares, x.data(), y.data());
  multiply_reference(a, x.data(), twin.data());
  residual(a, shares, r.data(), x.data(), r.data());
  residual_reference(a, b.data(), x.data(), r_twin.data());
  for (std::size_t i = 0; i < s.n(); ++i) {
    ASSERT_NEAR(y[i], whole[s.order.old_of_new[i]], this->tolerance);
    ASSERT_NEAR(twin[i], y[i], this->tolerance);
    ASSERT_NEAR(r[i], b[i] - y[i], this->tolerance);
    ASSERT_NEAR(r_twin[i], r[i], this->tolerance);
  }
}

}  // namespace
}  // namespace trireme::amg
