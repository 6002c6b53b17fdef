// SPDX-License-Identifier: Apache-2.0
#include "fun3d/nonlinear/forcing_term.hpp"

#include <gtest/gtest.h>

namespace trireme::flow {
namespace {

LinearSolverOptions wide() {
  LinearSolverOptions options;
  options.relative_tolerance = 1e-4;
  options.largest_tolerance = 0.5;
  return options;
}

TEST(ForcingTerm, BeginsWithTheLargestTolerance) {
  ForcingMemory memory;
  EXPECT_DOUBLE_EQ(next_tolerance(wide(), memory, 1.0), 0.5);
}

TEST(ForcingTerm, FollowsTheSquareOfTheResidualsRatio) {
  ForcingMemory memory{.norm = 1.0, .tolerance = 0.1};
  EXPECT_DOUBLE_EQ(next_tolerance(wide(), memory, 0.1), 0.9 * 0.01);
  EXPECT_DOUBLE_EQ(next_tolerance(wide(), memory, 0.05), 0.9 * 0.25);
}

TEST(ForcingTerm, DoesNotTightenFasterThanItsSafeguardAllows) {
  ForcingMemory memory{.norm = 1.0, .tolerance = 0.5};
  EXPECT_DOUBLE_EQ(next_tolerance(wide(), memory, 1e-3), 0.9 * 0.25);
  EXPECT_DOUBLE_EQ(next_tolerance(wide(), memory, 5e-7), 0.9 * 0.225 * 0.225 > 0.1 ? 1.0 : 1e-4);
}

TEST(ForcingTerm, StaysWithinItsBounds) {
  ForcingMemory memory{.norm = 1.0, .tolerance = 1e-4};
  EXPECT_DOUBLE_EQ(next_tolerance(wide(), memory, 1e-6), 1e-4);
  EXPECT_DOUBLE_EQ(next_tolerance(wide(), memory, 1.0), 0.5);
}

}  // namespace
}  // namespace trireme::flow
