// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/case_settings.hpp"

#include <gtest/gtest.h>

namespace trireme::flow {
namespace {

TEST(CaseSettings, HoldWhatShapesTheFlow) {
  FlowCase flow_case;
  flow_case.flow.angle_of_attack = 3;
  flow_case.boundary.kinds = {{"inlet", "far_field"}};
  const std::string text = settings_text(flow_case);
  EXPECT_NE(text.find("flow.angle_of_attack: 3\n"), std::string::npos) << text;
  EXPECT_NE(text.find("inlet"), std::string::npos) << text;
  EXPECT_EQ(text.find("pseudo_time"), std::string::npos) << text;
  EXPECT_EQ(text.find("output"), std::string::npos) << text;
}

TEST(CaseSettings, ChangesAreNamed) {
  FlowCase before, now;
  now.flow.angle_of_attack = 2.5;
  now.pseudo_time.cfl_initial = 7;
  const auto changes = changed_settings(settings_text(before), settings_text(now));
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0], "flow.angle_of_attack: 0 -> 2.5");
  EXPECT_TRUE(changed_settings(settings_text(before), settings_text(before)).empty());
}

TEST(CaseSettings, KeysThatOnlyOneSideKnowsAreNoChange) {
  EXPECT_TRUE(changed_settings("flow.old: 1\n", "flow.new: 2\n").empty());
}

}  // namespace
}  // namespace trireme::flow
