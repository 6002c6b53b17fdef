// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/ignored_options.hpp"

#include <gtest/gtest.h>

namespace trireme::flow {
namespace {

TEST(IgnoredOptions, DefaultsAreNeverMentioned) {
  FlowCase flow_case;
  EXPECT_TRUE(ignored_options(flow_case).empty());
  flow_case.flow.equations = EquationChoice::compressible_euler;
  EXPECT_TRUE(ignored_options(flow_case).empty());
}

TEST(IgnoredOptions, EachEquationSetNamesWhatItDoesNotRead) {
  FlowCase flow_case;
  flow_case.flow.beta = 5;
  flow_case.flow.mach = 0.8;
  flow_case.flow.gamma = 1.3;
  flow_case.flow.low_mach = true;
  flow_case.flow.entropy_fix = 0.2;
  flow_case.flow.linear_entropy_fix = 0.1;
  flow_case.boundary.total_temperature["inlet"] = "1.1";
  const auto incompressible = ignored_options(flow_case);
  ASSERT_EQ(incompressible.size(), 6U);
  EXPECT_EQ(incompressible[0], "flow.mach is ignored: it is for flow.equations=compressible_euler");

  flow_case.flow.equations = EquationChoice::compressible_euler;
  const auto compressible = ignored_options(flow_case);
  ASSERT_EQ(compressible.size(), 1U);
  EXPECT_EQ(compressible[0], "flow.beta is ignored: it is for flow.equations=incompressible_euler");

  flow_case.flow.flux = FluxScheme::hllc;
  EXPECT_EQ(ignored_options(flow_case).size(), 3U);
}

}  // namespace
}  // namespace trireme::flow
