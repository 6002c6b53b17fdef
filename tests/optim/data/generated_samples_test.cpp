// SPDX-License-Identifier: Apache-2.0
#include "optim/data/generated_samples.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace trireme::optim {
namespace {

const GeneratedShape shapes[] = {GeneratedShape::rcv1, GeneratedShape::gisette, GeneratedShape::covtype};

TEST(GeneratedSamples, RowsDoNotDependOnWhoMakesThem) {
  for (const GeneratedShape shape : shapes) {
    const RawSamples whole = generate_samples(shape, 3, 0, 9), part = generate_samples(shape, 3, 4, 6);
    ASSERT_EQ(part.n_rows(), 2);
    for (std::size_t row = 0; row < 2; ++row) {
      EXPECT_EQ(part.labels[row], whole.labels[row + 4]);
      const auto first = whole.offsets[row + 4], length = whole.offsets[row + 5] - first;
      ASSERT_EQ(part.offsets[row + 1] - part.offsets[row], length);
      for (std::int64_t e = 0; e < length; ++e) {
        EXPECT_EQ(part.columns[static_cast<std::size_t>(part.offsets[row] + e)],
                  whole.columns[static_cast<std::size_t>(first + e)]);
        EXPECT_EQ(part.values[static_cast<std::size_t>(part.offsets[row] + e)],
                  whole.values[static_cast<std::size_t>(first + e)]);
      }
    }
  }
}

TEST(GeneratedSamples, HaveTheirShapes) {
  for (const GeneratedShape shape : shapes) {
    const GlobalIndex n = 300;
    const RawSamples rows = generate_samples(shape, 1, 0, n);
    const double mean = static_cast<double>(rows.offsets.back()) / n;
    if (shape == GeneratedShape::rcv1) {
      EXPECT_GT(mean, 60);
      EXPECT_LT(mean, 80);
    } else {
      EXPECT_EQ(mean, shape == GeneratedShape::gisette ? 5000 : 12);
    }
    for (std::size_t row = 0; row < static_cast<std::size_t>(n); ++row)
      for (std::int64_t e = rows.offsets[row] + 1; e < rows.offsets[row + 1]; ++e)
        EXPECT_LT(rows.columns[static_cast<std::size_t>(e - 1)], rows.columns[static_cast<std::size_t>(e)]);
    EXPECT_LT(*std::max_element(rows.columns.begin(), rows.columns.end()), features_of(shape));
    const auto positive = std::count(rows.labels.begin(), rows.labels.end(), 1.0);
    EXPECT_GT(positive, 30);
    EXPECT_LT(positive, 270);
  }
}

}  // namespace
}  // namespace trireme::optim
