// SPDX-License-Identifier: Apache-2.0
#include "amg/read/hypre_ij.hpp"

#include <gtest/gtest.h>

#include "tests/amg/read/located_error.hpp"

namespace trireme::amg {
namespace {

TEST(HypreIj, JoinsParts) {
  CoordinateMatrix matrix;
  parse_hypre_ij_part("0 1 0 1\n0 0 2.0\n0 2 -1\n1 1 2\n", "a.00000", matrix);
  parse_hypre_ij_part("2 2 2 2\n2 2 2\n2 0 -1\n", "a.00001", matrix);
  parse_hypre_ij_part("3 2 3 2\n", "a.00002", matrix);  // a rank without rows
  const auto rows = rows_of(std::move(matrix), "a");
  EXPECT_EQ(rows.n_global, 3);
  EXPECT_EQ(rows.offsets, (Array<GlobalIndex>{0, 2, 3, 5}));
  EXPECT_EQ(rows.columns, (Array<GlobalIndex>{0, 2, 1, 0, 2}));
  EXPECT_EQ(rows.values, (Array<double>{2, -1, 2, -1, 2}));
}

TEST(HypreIj, EveryErrorNamesItsLine) {
  const auto expect_refused = [](std::string_view text, const std::string& part) {
    testing::expect_located_error(
        [&] {
          CoordinateMatrix matrix;
          parse_hypre_ij_part(text, "a.00000", matrix);
          rows_of(std::move(matrix), "a");
        },
        part);
  };
  expect_refused("", "a.00000:0: the line with the ranges is missing");
  expect_refused("1 2 1 2\n", "a.00000:1: the part holds rows 1 to 2 (rows from 0 on are expected)");
  expect_refused("0 1 0\n", "a.00000:1: the last column is missing");
  expect_refused("0 1 0 1\n2 0 1\n", "a.00000:2: the entry stands in row 2");
  expect_refused("0 1 0 1\n0 -1 1\n", "a.00000:2: the entry stands in column -1");
  expect_refused("0 1 0 1\n0 0\n", "a.00000:2: a value is missing");
  expect_refused("0 1 0 1\n0 0 1\n1 5 1\n", "2 rows and 6 columns");
}

}  // namespace
}  // namespace trireme::amg
