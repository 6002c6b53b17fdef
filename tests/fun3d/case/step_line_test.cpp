// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/step_line.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace trireme::flow {
namespace {

TEST(StepLine, LinesUpWithItsHeading) {
  StepRecord record;
  record.step = 12;
  record.cfl = 1e5;
  record.residual = 7.964e-5;
  record.residual_after = 1.25e-6;
  record.drop = 951.5;
  record.linear_iterations = 15;
  record.seconds = 3.25;
  record.order = Order::first;
  record.limited = 7;
  record.least_scale = 0.25;
  const HistoryRow row{.step = record,
                       .number = 21,
                       .level = 2,
                       .seconds = 4.25,
                       .fallback_vertices = 3,
                       .all = {0.110232, 0.0231264, 0.115475, {}, {}}};
  const std::string line = step_line(row, 61.2);
  EXPECT_EQ(line.size(), step_heading().size());
  for (const char* part : {"   21     1", "1e+05", "7.964e-05", "1.25e-06",
                           "     15       7    0.25        3", "0.110232", "0.0231264", "4.250", "62s"}) {
    EXPECT_NE(line.find(part), std::string::npos) << line;
  }
}

TEST(StepLine, SaysInWordsWhatIsNoNumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(rejection_line(50, nan, "the residual is not a number"),
            "step at CFL 50 rejected: the residual is not a number");
  EXPECT_EQ(rejection_line(50, 7.5, "the residual grew too much"),
            "step at CFL 50 rejected: the residual grew too much (residual 7.5)");
  PseudoTransientResult end;
  end.reason = EndReason::diverged;
  end.initial_residual = end.residual = nan;
  EXPECT_EQ(end_line(end).find("nan"), std::string::npos) << end_line(end);
  EXPECT_NE(end_line(end).find("not a number"), std::string::npos) << end_line(end);
  end.initial_residual = 3;
  end.residual = 1e-3;
  EXPECT_NE(end_line(end).find("residual 0.001, fallen by 3e+03"), std::string::npos) << end_line(end);
}

TEST(StepLine, EstimatesTheTimeLeftFromTheLastGain) {
  PseudoTimeOptions options;
  options.residual_drop = 1e6;
  options.max_steps = 100;
  StepRecord record;
  record.step = 3;
  record.seconds = 8;  // 2 s a step
  record.residual = 1e-1;
  record.residual_after = 1e-2;
  record.drop = 1e2;
  EXPECT_DOUBLE_EQ(estimate_seconds_left(record, options), 4 * 2.0);  // four more decades
  record.residual_after = 0.2;                                        // no gain: the step limit bounds it
  EXPECT_DOUBLE_EQ(estimate_seconds_left(record, options), 96 * 2.0);
  record.drop = 2e6;
  EXPECT_DOUBLE_EQ(estimate_seconds_left(record, options), 0.0);
}

}  // namespace
}  // namespace trireme::flow
