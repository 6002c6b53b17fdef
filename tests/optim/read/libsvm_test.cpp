// SPDX-License-Identifier: Apache-2.0
#include "optim/read/libsvm.hpp"

#include <string>

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"

namespace trireme::optim {
namespace {

std::string refusal(const std::string& text, IndexBase base = IndexBase::automatic) {
  try {
    parse_libsvm(text, "x.svm", 10, base);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
  return "accepted";
}

TEST(Libsvm, ReadsRowsWithCommentsBlanksAndNoEntries) {
  const LibsvmRows read = parse_libsvm("+1 3:1 1:-2.5e-1 # why\r\n\n# whole line\n-1\n2.5\t7:1e-60 8:+4", "x",
                                       1, IndexBase::automatic);
  EXPECT_EQ(read.rows.labels, (std::vector<double>{1, -1, 2.5}));
  EXPECT_EQ(read.rows.offsets, (std::vector<std::int64_t>{0, 2, 2, 4}));
  EXPECT_EQ(read.rows.columns, (std::vector<std::int64_t>{1, 3, 7, 8}));
  EXPECT_EQ(read.rows.values, (std::vector<float>{-0.25f, 1.0f, 0.0f, 4.0f}));
  EXPECT_FALSE(read.has_index_zero);
}

TEST(Libsvm, NotesAnIndexZero) {
  EXPECT_TRUE(parse_libsvm("+1 0:1 3:2", "x", 1, IndexBase::automatic).has_index_zero);
  EXPECT_NE(refusal("+1 0:1 3:2", IndexBase::one).find("x.svm:10:4: feature index 0 (data.index_base is 1)"),
            std::string::npos);
}

TEST(Libsvm, RefusesWithThePlace) {
  EXPECT_NE(refusal("1 1:1\nx 1:1").find("x.svm:11:1: label 'x' is no number"), std::string::npos);
  EXPECT_NE(refusal("1 1:1 2:nan").find("x.svm:10:9: value 'nan' is not finite"), std::string::npos);
  EXPECT_NE(refusal("1 1:inf").find("x.svm:10:5: value 'inf' is not finite"), std::string::npos);
  EXPECT_NE(refusal("1 1:1e39").find("x.svm:10:5: value '1e39' is too large"), std::string::npos);
  EXPECT_NE(refusal("1 1:1e999").find("value '1e999' is too large"), std::string::npos);
  EXPECT_NE(refusal("1 2:1 3:1 2:5").find("x.svm:10:11: feature 2 twice in a row"), std::string::npos);
  EXPECT_NE(refusal("1 4294967296:1").find("feature index 4294967296 is too large"), std::string::npos);
  EXPECT_NE(refusal("1 99999999999999999999:1").find("is too large"), std::string::npos);
  EXPECT_NE(refusal("1 -1:1").find("'-1' is no feature index"), std::string::npos);
  EXPECT_NE(refusal("1 1:").find("value '' is no number"), std::string::npos);
  EXPECT_NE(refusal("1 1").find("'1' has no colon"), std::string::npos);
  EXPECT_NE(refusal("1 qid:3 1:2").find("'qid' is not supported"), std::string::npos);
  EXPECT_NE(refusal("1 1:2x").find("value '2x' is no number"), std::string::npos);
}

TEST(Libsvm, AnEmptyTextHasNoRows) {
  EXPECT_EQ(parse_libsvm("", "x", 1, IndexBase::automatic).rows.n_rows(), 0);
}

}  // namespace
}  // namespace trireme::optim
