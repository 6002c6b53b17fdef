// SPDX-License-Identifier: Apache-2.0
#include "fun3d/nonlinear/cfl_law.hpp"

#include <gtest/gtest.h>

namespace trireme::flow {
namespace {

PseudoTimeOptions plain() {
  PseudoTimeOptions options;
  options.cfl_initial = 50;
  options.cfl_max = 1e5;
  options.cfl_gain = 1.1;
  return options;
}

TEST(CflLaw, FollowsTheResidual) {
  CflLaw law(plain());
  EXPECT_DOUBLE_EQ(law.next(2.0), 50.0);
  EXPECT_DOUBLE_EQ(law.next(1.0), 1.1 * 50 * 2);
  EXPECT_DOUBLE_EQ(law.next(4.0), 1.1 * 50 / 2);  // falls back when the residual grows
}

TEST(CflLaw, StaysWithinItsBounds) {
  PseudoTimeOptions options = plain();
  options.cfl_min = 5;
  options.cfl_growth_limit = 1e9;
  CflLaw law(options);
  law.next(1.0);
  EXPECT_EQ(law.next(1e-9), 1e5);
  EXPECT_EQ(law.next(1e9), 5.0);
  EXPECT_EQ(law.next(0.0), 1e5);
}

TEST(CflLaw, GrowsByABoundedFactor) {
  PseudoTimeOptions options = plain();
  options.cfl_growth_limit = 10;
  CflLaw law(options);
  law.next(1.0);
  EXPECT_DOUBLE_EQ(law.next(1e-6), 500);
  EXPECT_DOUBLE_EQ(law.next(1e-6), 5000);
}

TEST(CflLaw, AsksForMoreWhereARunBeginsWithMore) {
  PseudoTimeOptions options = plain();
  options.cfl_growth_limit = 4;
  CflLaw law(options, CflLaw::memory_for(options, 2.0, 10));
  EXPECT_DOUBLE_EQ(law.next(2.0), 500);
  EXPECT_DOUBLE_EQ(law.next(1.0), 1100);
  options.cfl_max = 300;
  EXPECT_DOUBLE_EQ(CflLaw(options, CflLaw::memory_for(options, 2.0, 10)).next(2.0), 300);
}

TEST(CflLaw, TakesACutBackStepByStep) {
  PseudoTimeOptions options = plain();
  options.rejection_factor = 0.25;
  CflLaw law(options);
  law.next(1.0);
  EXPECT_DOUBLE_EQ(law.reject(), 12.5);
  EXPECT_DOUBLE_EQ(law.reject(), 3.125);
  // 1/16 left of the law's value, doubled with every accepted step.
  EXPECT_DOUBLE_EQ(law.next(1.0), 55.0 / 8);
  EXPECT_DOUBLE_EQ(law.next(1.0), 55.0 / 4);
  EXPECT_DOUBLE_EQ(law.next(1.0), 55.0 / 2);
  EXPECT_DOUBLE_EQ(law.next(1.0), 55.0);
  EXPECT_DOUBLE_EQ(law.next(1.0), 55.0);
}

}  // namespace
}  // namespace trireme::flow
