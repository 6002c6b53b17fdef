// SPDX-License-Identifier: Apache-2.0
#include "solvers/base/error.hpp"

#include <gtest/gtest.h>

namespace trireme {
namespace {

TEST(Error, TextIsProblemWhySuggestion) {
  EXPECT_STREQ(Error(ErrorKind::input, "problem", "why", "suggestion").what(), "problem (why) -> suggestion");
  EXPECT_STREQ(Error(ErrorKind::input, "problem", "", "suggestion").what(), "problem -> suggestion");
  EXPECT_STREQ(Error(ErrorKind::input, "problem", "why").what(), "problem (why)");
  EXPECT_STREQ(Error(ErrorKind::input, "problem").what(), "problem");
}

TEST(Error, KindIsTheExitCode) {
  EXPECT_EQ(Error(ErrorKind::internal, "").exit_code(), 1);
  EXPECT_EQ(Error(ErrorKind::input, "").exit_code(), 2);
  EXPECT_EQ(Error(ErrorKind::limit, "").exit_code(), 3);
  EXPECT_EQ(Error(ErrorKind::numerical, "").exit_code(), 4);
  EXPECT_EQ(Error(ErrorKind::io, "").exit_code(), 5);
  EXPECT_EQ(Error(ErrorKind::stopped, "").exit_code(), 6);
}

}  // namespace
}  // namespace trireme
