// SPDX-License-Identifier: Apache-2.0
#include "solvers/base/number_words.hpp"

#include <gtest/gtest.h>

namespace trireme {
namespace {

TEST(NumberWords, NumbersMustBeWholeWords) {
  GlobalIndex integer = 0;
  EXPECT_TRUE(parse_integer("+12", integer));
  EXPECT_EQ(integer, 12);
  EXPECT_FALSE(parse_integer("12x", integer));
  EXPECT_FALSE(parse_integer("", integer));
  EXPECT_FALSE(parse_integer("99999999999999999999", integer));
  double real = 0;
  EXPECT_TRUE(parse_real("-1.5e-3", real));
  EXPECT_DOUBLE_EQ(real, -1.5e-3);
  EXPECT_TRUE(parse_real("1e-400", real));
  EXPECT_EQ(real, 0);
  EXPECT_FALSE(parse_real("1e400", real));
  EXPECT_FALSE(parse_real("1.2.3", real));
}

TEST(NumberWords, AreShownShortAndPrintable) {
  EXPECT_EQ(shown_word("12x"), "12x");
  EXPECT_EQ(shown_word("a\tb\x01"), "a?b?");
  EXPECT_EQ(shown_word(std::string(41, 'y')), std::string(40, 'y') + "...");
}

}  // namespace
}  // namespace trireme
