// SPDX-License-Identifier: Apache-2.0
#include "amg/read/hypre_ij.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "amg/read/text_numbers.hpp"

namespace trireme::amg {

void parse_hypre_ij_part(std::string_view text, std::string_view file_name, CoordinateMatrix& matrix) {
  TextNumbers numbers(text, file_name);
  if (!numbers.next_line()) numbers.fail("the line with the ranges is missing", "the file is empty");
  const GlobalIndex first_row = numbers.integer("the first row"), last_row = numbers.integer("the last row"),
                    first_column = numbers.integer("the first column"),
                    last_column = numbers.integer("the last column");
  numbers.expect_end_of_line("the ranges");
  // The ranges say how long tables will be; no file of text lists a matrix with more rows than this.
  constexpr GlobalIndex most = std::numeric_limits<std::int32_t>::max();
  if (first_row != matrix.n_rows || last_row < first_row - 1 || last_row >= most)
    numbers.fail("the part holds rows " + std::to_string(first_row) + " to " + std::to_string(last_row),
                 "rows from " + std::to_string(matrix.n_rows) + " on are expected",
                 "give all parts of one matrix, numbered from .00000");
  if (first_column < 0 || last_column < first_column - 1 || last_column >= most)
    numbers.fail(
        "the part holds columns " + std::to_string(first_column) + " to " + std::to_string(last_column),
        "that is no range");
  matrix.n_rows = last_row + 1;
  matrix.n_columns = std::max(matrix.n_columns, last_column + 1);
  while (numbers.next_line()) {
    const GlobalIndex row = numbers.integer("a row"), column = numbers.integer("a column");
    if (row < first_row || row > last_row)
      numbers.fail("the entry stands in row " + std::to_string(row),
                   "the part holds rows " + std::to_string(first_row) + " to " + std::to_string(last_row));
    if (column < 0 || column >= most) numbers.fail("the entry stands in column " + std::to_string(column));
    // Beyond the last row the matrix is not square, which is found when all parts are there.
    matrix.n_columns = std::max(matrix.n_columns, column + 1);
    const double value = numbers.finite_real("a value");
    numbers.expect_end_of_line("an entry");
    matrix.add(row, column, value);
  }
}

}  // namespace trireme::amg
