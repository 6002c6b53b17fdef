// SPDX-License-Identifier: Apache-2.0
#include "fun3d/nonlinear/start_up.hpp"

#include <gtest/gtest.h>

namespace trireme::flow {
namespace {

constexpr StartUp::Scheme compressible{.second_order = true, .compressible = true, .limiter = true};

PseudoTransientState begun(const StartUp& start_up) {
  PseudoTransientState loop;
  start_up.begin(loop);
  loop.initial_residual = 1.0;
  return loop;
}

TEST(StartUp, BeginsWithFirstOrderWhereItIsNeeded) {
  StartUpOptions options;
  EXPECT_TRUE(begun(StartUp(options, compressible)).first_order);
  EXPECT_FALSE(begun(StartUp(options, {.second_order = true, .compressible = false})).first_order);
  EXPECT_FALSE(begun(StartUp(options, {.second_order = false, .compressible = true})).first_order);
  options.first_order = FirstOrderPhase::on;
  EXPECT_TRUE(begun(StartUp(options, {.second_order = true, .compressible = false})).first_order);
  options.first_order = FirstOrderPhase::off;
  EXPECT_FALSE(begun(StartUp(options, compressible)).first_order);
  options.first_order = FirstOrderPhase::on;
  options.first_order_steps = 0;
  EXPECT_FALSE(begun(StartUp(options, compressible)).first_order);
}

TEST(StartUp, LeavesFirstOrderAfterADrop) {
  StartUpOptions options;
  options.first_order_drop = 10;
  const StartUp start_up(options, compressible);
  PseudoTransientState loop = begun(start_up);
  start_up.count_step(loop, 0.2);
  EXPECT_FALSE(start_up.leave_first_order(loop, 0.2));
  start_up.count_step(loop, 0.09);
  EXPECT_TRUE(start_up.leave_first_order(loop, 0.09));
  EXPECT_FALSE(loop.first_order);
  EXPECT_FALSE(start_up.leave_first_order(loop, 0.001)) << "only once";
}

TEST(StartUp, LeavesFirstOrderAfterItsStepsAtTheLatest) {
  StartUpOptions options;
  options.first_order_steps = 3;
  const StartUp start_up(options, compressible);
  PseudoTransientState loop = begun(start_up);
  for (int step = 0; step < 2; ++step) {
    start_up.count_step(loop, 1.0);
    EXPECT_FALSE(start_up.leave_first_order(loop, 1.0)) << step;
  }
  start_up.count_step(loop, 1.0);
  EXPECT_TRUE(start_up.leave_first_order(loop, 1.0));
}

TEST(StartUp, FreezesTheLimiterAfterADrop) {
  StartUp::Scheme scheme = compressible;
  scheme.freeze_after_drop = 1e3;
  StartUpOptions options;
  options.first_order = FirstOrderPhase::off;
  const StartUp start_up(options, scheme);
  PseudoTransientState loop = begun(start_up);
  EXPECT_FALSE(start_up.freeze_limiter(loop, 2e-3));
  EXPECT_TRUE(start_up.freeze_limiter(loop, 0.9e-3));
  EXPECT_TRUE(loop.limiter_frozen);
  EXPECT_FALSE(start_up.freeze_limiter(loop, 0.9e-3)) << "only once";
}

TEST(StartUp, FreezesTheLimiterWhenTheResidualStalls) {
  StartUpOptions options;
  options.first_order = FirstOrderPhase::off;
  options.freeze_limiter_after_stall = 4;
  const StartUp start_up(options, compressible);
  PseudoTransientState loop = begun(start_up);
  // Falls by half and more in the fourth step: no stall.
  for (const double norm : {0.1, 0.09, 0.08, 0.07, 0.04, 0.041, 0.039, 0.04}) {
    start_up.count_step(loop, norm);
    EXPECT_FALSE(start_up.freeze_limiter(loop, norm)) << norm;
  }
  start_up.count_step(loop, 0.03);
  EXPECT_TRUE(start_up.freeze_limiter(loop, 0.03));
}

TEST(StartUp, DoesNotFreezeWhatIsNotThereOrAtFirstOrder) {
  StartUp::Scheme none = compressible;
  none.limiter = false;
  none.freeze_after_drop = 2;
  const StartUp without({}, none);
  PseudoTransientState loop = begun(without);
  loop.first_order = false;
  EXPECT_FALSE(without.freeze_limiter(loop, 1e-9));

  StartUp::Scheme scheme = compressible;
  scheme.freeze_after_drop = 2;
  const StartUp start_up({}, scheme);
  PseudoTransientState first = begun(start_up);
  EXPECT_FALSE(start_up.freeze_limiter(first, 1e-9));
}

}  // namespace
}  // namespace trireme::flow
