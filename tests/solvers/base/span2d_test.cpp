// SPDX-License-Identifier: Apache-2.0
#include "solvers/base/span2d.hpp"

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace trireme {
namespace {

TEST(Span2D, IsRowMajorAndWritesThrough) {
  std::vector<int> data(6);
  std::iota(data.begin(), data.end(), 0);
  const Span2D<int> view(data, 3);
  EXPECT_EQ(view.rows(), 2u);
  EXPECT_EQ(view.columns(), 3u);
  EXPECT_EQ(view(1, 2), 5);
  EXPECT_EQ(view.row(1)[0], 3);
  view(0, 1) = 42;
  EXPECT_EQ(data[1], 42);
}

TEST(Span2D, MayBeEmpty) {
  std::vector<double> nothing;
  EXPECT_EQ(Span2D<double>(nothing, 5).rows(), 0u);
  EXPECT_EQ(Span2D<double>(nothing, 0).rows(), 0u);
}

}  // namespace
}  // namespace trireme
