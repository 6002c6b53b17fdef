// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/text_lines.hpp"

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"

namespace trireme::mesh {
namespace {

TEST(TextLines, SkipsBlankLinesAndCommentsAndCountsThem) {
  TextLines lines("\r\n% only a comment\n  one two % rest\r\n\nthree", "file", '%');
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.line(), "one two");
  EXPECT_EQ(lines.line_number(), 3u);
  EXPECT_EQ(lines.word(), "one");
  EXPECT_EQ(lines.word(), "two");
  EXPECT_EQ(lines.word(), "");
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.line_number(), 5u);
  EXPECT_FALSE(lines.next());
}

TEST(TextLines, StepBackRepeatsTheLineFromItsStart) {
  TextLines lines("a b\nc", "file", '%');
  lines.next();
  lines.word();
  lines.step_back();
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.word(), "a");
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.word(), "c");
}

TEST(TextLines, ErrorsNameFileLineAndValue) {
  TextLines lines("\n 1.0 nan", "box.su2", '%');
  lines.next();
  lines.finite_real("x of point 0");
  try {
    lines.finite_real("y of point 0");
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_NE(std::string(error.what()).find("box.su2:2: y of point 0 is 'nan'"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace trireme::mesh
