// SPDX-License-Identifier: Apache-2.0
#include "solvers/base/assert.hpp"

#include <gtest/gtest.h>

namespace trireme {
namespace {

TEST(Validate, ThrowsTheErrorOnlyWhenBroken) {
  EXPECT_NO_THROW(TRIREME_VALIDATE(1 + 1 == 2, ErrorKind::input, "never"));
  try {
    TRIREME_VALIDATE(1 + 1 == 3, ErrorKind::io, "sum is off", "two is not three", "count again");
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io);
    EXPECT_STREQ(error.what(), "sum is off (two is not three) -> count again");
  }
}

#ifdef TRIREME_DEBUG
TEST(ContractDeathTest, StopsInDebugBuilds) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(TRIREME_EXPECT(1 > 2), "precondition broken: 1 > 2");
  EXPECT_DEATH(TRIREME_ENSURE(1 > 2), "postcondition broken: 1 > 2");
}
#else
TEST(Contract, CostsNothingInReleaseBuilds) {
  int evaluations = 0;
  TRIREME_EXPECT(++evaluations > 0);
  TRIREME_ENSURE(++evaluations > 0);
  EXPECT_EQ(evaluations, 0);
}
#endif

}  // namespace
}  // namespace trireme
