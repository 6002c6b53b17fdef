// SPDX-License-Identifier: Apache-2.0
#include "solvers/options/nearest_key.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace trireme::options {
namespace {

TEST(EditDistance, CountsInsertionsDeletionsSubstitutionsAndSwaps) {
  EXPECT_EQ(edit_distance("", ""), 0);
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("abc", ""), 3);
  EXPECT_EQ(edit_distance("mach", "mach"), 0);
  EXPECT_EQ(edit_distance("mach", "match"), 1);
  EXPECT_EQ(edit_distance("mach", "mech"), 1);
  EXPECT_EQ(edit_distance("mach", "mahc"), 1);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
}

TEST(NearestKey, FindsTypingErrors) {
  const std::vector<std::string> known = {"flow.mach", "pseudo_time.cfl_initial", "pseudo_time.cfl_max",
                                          "mesh.file"};
  EXPECT_EQ(nearest_key("pseudo_time.cfl_inital", known), "pseudo_time.cfl_initial");
  EXPECT_EQ(nearest_key("pseudo_tme.cfl_max", known), "pseudo_time.cfl_max");
  EXPECT_EQ(nearest_key("flow.Mahc", known), "flow.mach");
  EXPECT_EQ(nearest_key("pseudo-time.cfl-max", known), "pseudo_time.cfl_max");
}

TEST(NearestKey, ComparesTheLastComponentAlone) {
  const std::vector<std::string> known = {"a.b", "flow.mach", "solver.mack"};
  EXPECT_EQ(nearest_key("mach", known), "flow.mach");
  EXPECT_EQ(nearest_key("free_stream.conditions.mach", known), "flow.mach");
}

TEST(NearestKey, SurvivesEmptyAndHugeWords) {
  const std::vector<std::string> known = {"flow.mach", "mesh.file"};
  EXPECT_EQ(nearest_key("x", {}), "");
  EXPECT_FALSE(nearest_key("", known).empty());
  EXPECT_FALSE(nearest_key(std::string(1000000, 'a'), known).empty());
}

}  // namespace
}  // namespace trireme::options
