// SPDX-License-Identifier: Apache-2.0
#include "amg/read/matrix_market.hpp"

#include <gtest/gtest.h>

#include "tests/amg/read/located_error.hpp"

namespace trireme::amg {
namespace {

using testing::expect_located_error;

GlobalRows rows_in(std::string_view text) {
  return rows_of(parse_matrix_market(text, "a.mtx"), "a.mtx");
}

void expect_refused(std::string_view text, const std::string& part) {
  expect_located_error([&] { rows_in(text); }, part);
}

TEST(MatrixMarket, ReadsGeneralMatricesInAnyOrderAndAddsUpRepeatedEntries) {
  const auto rows = rows_in(
      "%%MatrixMarket MATRIX Coordinate Real General\r\n% a comment\r\n\r\n3 3 5\r\n"
      "3 1 -1.5\r\n1 1 +2\r\n1 1 0.5e0\r\n2 3 4\r\n2 2 1\r\n");
  EXPECT_EQ(rows.n_global, 3);
  EXPECT_EQ(rows.offsets, (Array<GlobalIndex>{0, 1, 3, 4}));
  EXPECT_EQ(rows.columns, (Array<GlobalIndex>{0, 1, 2, 0}));
  EXPECT_EQ(rows.values, (Array<double>{2.5, 1, 4, -1.5}));
}

TEST(MatrixMarket, CompletesSymmetricAndSkewMatrices) {
  const auto symmetric = parse_matrix_market(
      "%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n1 1 4\n2 1 -1\n", "a.mtx");
  EXPECT_TRUE(symmetric.symmetric);
  EXPECT_EQ(symmetric.values, (std::vector<double>{4, -1, -1}));
  EXPECT_EQ(symmetric.rows, (std::vector<GlobalIndex>{0, 1, 0}));
  const auto skew =
      parse_matrix_market("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 3\n", "a.mtx");
  EXPECT_FALSE(skew.symmetric);
  EXPECT_EQ(skew.values, (std::vector<double>{3, -3}));
  const auto pattern =
      parse_matrix_market("%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n2 1", "a.mtx");
  EXPECT_EQ(pattern.values, (std::vector<double>{1, 1}));
}

TEST(MatrixMarket, EveryErrorNamesItsLine) {
  const std::string head = "%%MatrixMarket matrix coordinate real general\n";
  expect_refused("", "a.mtx:1: the file is no Matrix Market matrix");
  expect_refused("3 3 1\n1 1 1\n", "a.mtx:1: the file is no Matrix Market matrix");
  expect_refused("%%MatrixMarket matrix coordinate complex general\n", "real, integer, pattern");
  expect_refused("%%MatrixMarket matrix array real general\n1 1\n1\n", "dense array");
  expect_refused(head, "a.mtx:1: the line with the sizes is missing");
  expect_refused(head + "3 3\n", "a.mtx:2: the number of entries is missing");
  expect_refused(head + "3 3 x1\n", "a.mtx:2: the number of entries is 'x1'");
  expect_refused(head + "3 3 99999999999\n1 1 1\n", "a.mtx:2: the header promises 99999999999 entries");
  expect_refused(head + "3 3 -1\n", "promises -1 entries");
  expect_refused(head + "2 2 2\n1 1 1.0000\n", "a.mtx:3: the file ends after 1 of 2 entries");
  expect_refused(head + "2 2 1\n3 1 1\n", "a.mtx:3: the entry stands in row 3, column 1");
  expect_refused(head + "2 2 1\n1 0 1\n", "row 1, column 0");
  expect_refused(head + "2 2 1\n1 1 nan\n", "a.mtx:3: a value is 'nan' (it must be finite)");
  expect_refused(head + "2 2 1\n1 1 1e999\n", "a.mtx:3: a value is");
  expect_refused(head + "2 2 1\n1 1 1 7\n", "'7' follows an entry");
  expect_refused(head + "2 2 1\n1 1 1\n2 2 1\n", "a.mtx:4: there are more lines");
  expect_refused(head + "2 3 1\n1 1 1\n", "2 rows and 3 columns");
  expect_refused(head + "9000000000000 9000000000000 1\n1 1 1\n", "nearly all rows would be empty");
  expect_refused("%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1.0\n", "above the diagonal");
}

TEST(MatrixMarket, ReadsVectors) {
  EXPECT_EQ(parse_matrix_market_vector("%%MatrixMarket matrix array real general\n2 1\n1.5\n-2\n", "b.mtx"),
            (std::vector<double>{1.5, -2}));
  expect_located_error(
      [] {
        parse_matrix_market_vector("%%MatrixMarket matrix array real general\n2 2\n1\n1\n1\n1\n", "b.mtx");
      },
      "b.mtx:2: the array has 2 columns");
  expect_located_error(
      [] {
        parse_matrix_market_vector("%%MatrixMarket matrix array real general\n3 1\n1.0\n1.0\n", "b.mtx");
      },
      "b.mtx:4: the file ends after 2 of 3");
}

}  // namespace
}  // namespace trireme::amg
