// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/cauchy_window.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace trireme::flow {
namespace {

ForceCoefficients coefficients(double lift, double drag) {
  ForceCoefficients result;
  result.lift = lift;
  result.drag = drag;
  return result;
}

ConvergenceOptions options(WatchedForces watched) {
  ConvergenceOptions result;
  result.cauchy_window = 3;
  result.cauchy_tolerance = 1e-3;
  result.cauchy_coefficients = watched;
  result.cauchy_after_drop = 10;
  return result;
}

TEST(CauchyWindow, SettlesWhenAFullWindowVariesLittle) {
  CauchyWindow window(options(WatchedForces::lift_and_drag));
  for (const double lift : {0.5, 0.3, 0.3005}) window.add(100, coefficients(lift, 0.01));
  EXPECT_FALSE(window.settled());
  window.add(100, coefficients(0.3009, 0.01));
  EXPECT_TRUE(window.settled());
  window.add(100, coefficients(0.3012, 0.012));
  EXPECT_FALSE(window.settled()) << "the drag has moved";
}

TEST(CauchyWindow, WatchesWhatItIsTold) {
  CauchyWindow lift(options(WatchedForces::lift)), drag(options(WatchedForces::drag));
  for (const double value : {0.1, 0.2, 0.3}) {
    lift.add(100, coefficients(0.5, value));
    drag.add(100, coefficients(0.5, value));
  }
  EXPECT_TRUE(lift.settled());
  EXPECT_FALSE(drag.settled());
}

TEST(CauchyWindow, StepsBeforeTheDropAndWithoutNumbersDoNotCount) {
  CauchyWindow window(options(WatchedForces::lift));
  for (int i = 0; i < 5; ++i) window.add(9, coefficients(0.5, 0));
  EXPECT_FALSE(window.settled());
  for (int i = 0; i < 2; ++i) window.add(11, coefficients(0.5, 0));
  window.add(11, coefficients(std::numeric_limits<double>::quiet_NaN(), 0));
  EXPECT_FALSE(window.settled());
  for (int i = 0; i < 3; ++i) window.add(11, coefficients(0.5, 0));
  EXPECT_TRUE(window.settled());
}

TEST(CauchyWindow, GoesOnFromStoredStepsAndForgetsThemWhenCleared) {
  CauchyWindow first(options(WatchedForces::lift)), second(options(WatchedForces::lift));
  for (const double lift : {0.9, 0.3, 0.3002}) first.add(100, coefficients(lift, 0.01));
  second.restore(first.steps());
  EXPECT_FALSE(second.settled());
  second.add(100, coefficients(0.3004, 0.01));
  EXPECT_TRUE(second.settled());
  second.clear();
  EXPECT_FALSE(second.settled());
}

TEST(CauchyWindow, NeverSettlesWhereItIsOff) {
  CauchyWindow window{ConvergenceOptions{}};
  for (int i = 0; i < 5; ++i) window.add(1e9, coefficients(0.5, 0));
  EXPECT_FALSE(window.settled());
}

}  // namespace
}  // namespace trireme::flow
