// SPDX-License-Identifier: Apache-2.0
#include "optim/read/idx.hpp"

#include <string>

#include <gtest/gtest.h>

#include "optim/read/file_bytes.hpp"
#include "solvers/base/error.hpp"
#include "tests/support/test_data.hpp"

namespace trireme::optim {
namespace {

std::string bytes_of(std::initializer_list<int> values) {
  std::string bytes;
  for (const int value : values) bytes += static_cast<char>(value);
  return bytes;
}

std::string refusal(const std::string& bytes) {
  try {
    parse_idx(bytes, "x.idx");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
  return "accepted";
}

TEST(Idx, ImagesBecomeRowsOfTheirPixels) {
  const IdxArray images =
      parse_idx(bytes_of({0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 3, 0, 255, 51, 0, 0, 0}), "i");
  const IdxArray labels = parse_idx(bytes_of({0, 0, 8, 1, 0, 0, 0, 2, 7, 9}), "l");
  const RawSamples rows = rows_of_images(images, labels, "i");
  EXPECT_EQ(rows.labels, (std::vector<double>{7, 9}));
  EXPECT_EQ(rows.offsets, (std::vector<std::int64_t>{0, 2, 2}));
  EXPECT_EQ(rows.columns, (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(rows.values, (std::vector<float>{1.0f, 0.2f}));
}

TEST(Idx, WhatIsNoneIsRefused) {
  EXPECT_NE(refusal("").find("no IDX file"), std::string::npos);
  EXPECT_NE(refusal(bytes_of({1, 0, 8, 1, 0, 0, 0, 0})).find("no IDX file"), std::string::npos);
  EXPECT_NE(refusal(bytes_of({0, 0, 13, 1, 0, 0, 0, 0})).find("unknown type of entries (type 0x0d"),
            std::string::npos);
  EXPECT_NE(refusal(bytes_of({0, 0, 8, 3, 0, 0, 0, 1})).find("damaged head"), std::string::npos);
  EXPECT_NE(refusal(bytes_of({0, 0, 8, 1, 0, 0, 0, 3, 1, 2})).find("cut off"), std::string::npos);
  EXPECT_NE(refusal(bytes_of({0, 0, 8, 2, 255, 255, 255, 255, 255, 255, 255, 255, 1})).find("cut off"),
            std::string::npos);
  EXPECT_NE(refusal(bytes_of({0, 0, 8, 1, 0, 0, 0, 1, 1, 2})).find("damaged or cut off"), std::string::npos);
  const IdxArray one = parse_idx(bytes_of({0, 0, 8, 1, 0, 0, 0, 1, 1}), "x");
  const IdxArray two = parse_idx(bytes_of({0, 0, 8, 1, 0, 0, 0, 2, 1, 2}), "x");
  EXPECT_THROW(rows_of_images(one, two, "x"), Error);
}

TEST(Idx, MnistIsRead) {
  TRIREME_DATA_FILE(folder, "ml/");
  const std::string images = folder + "t10k-images-idx3-ubyte.gz",
                    labels = folder + "t10k-labels-idx1-ubyte.gz";
  const RawSamples rows =
      rows_of_images(parse_idx(file_bytes(images), images), parse_idx(file_bytes(labels), labels), images);
  EXPECT_EQ(rows.n_rows(), 10000);
  EXPECT_EQ(rows.labels[0], 7);  // the first digits of the set
  EXPECT_EQ(rows.labels[1], 2);
  EXPECT_EQ(rows.labels[2], 1);
}

}  // namespace
}  // namespace trireme::optim
