// SPDX-License-Identifier: Apache-2.0
#include "amg/read/matrix_market.hpp"

#include <algorithm>
#include <string>

#include "amg/read/text_numbers.hpp"
#include "solvers/base/error.hpp"

namespace trireme::amg {
namespace {

enum class Field { real, integer, pattern };
enum class Symmetry { general, symmetric, skew };

struct Header {
  bool coordinate = true;
  Field field = Field::real;
  Symmetry symmetry = Symmetry::general;
};

[[noreturn]] void refuse_header(std::string_view file_name, const std::string& problem,
                                const std::string& known) {
  throw Error(ErrorKind::input, std::string(file_name) + ":1: " + problem, known,
              "write the file as '%%MatrixMarket matrix coordinate real general'");
}

// The banner, whose words may be in any case. TextNumbers skips it as a comment.
Header parse_header(std::string_view text, std::string_view file_name) {
  std::string line(text.substr(0, std::min(text.find('\n'), std::size_t{200})));
  std::transform(line.begin(), line.end(), line.begin(),
                 [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); });
  std::vector<std::string> words;
  for (std::size_t begin = line.find_first_not_of(" \t\r"); begin != std::string::npos;) {
    const std::size_t end = std::min(line.find_first_of(" \t\r", begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(" \t\r", end);
  }
  if (words.size() < 5 || words[0] != "%%matrixmarket" || words[1] != "matrix")
    refuse_header(file_name, "the file is no Matrix Market matrix",
                  "its first line does not begin with %%MatrixMarket matrix and three more words");
  Header header;
  const auto choose = [&](const std::string& word, std::initializer_list<const char*> known) {
    int place = 0;
    std::string list;
    for (const char* one : known) {
      if (word == one) return place;
      list += (place++ > 0 ? ", " : "") + std::string(one);
    }
    refuse_header(file_name, "this kind of Matrix Market file is not read",
                  "one of its words is none of " + list);
  };
  header.coordinate = choose(words[2], {"coordinate", "array"}) == 0;
  header.field = static_cast<Field>(choose(words[3], {"real", "integer", "pattern"}));
  header.symmetry = static_cast<Symmetry>(choose(words[4], {"general", "symmetric", "skew-symmetric"}));
  return header;
}

void require_fits(const TextNumbers& numbers, GlobalIndex count, GlobalIndex least_bytes, const char* what) {
  const auto room = static_cast<GlobalIndex>(numbers.remaining()) + 1;
  if (count < 0 || count > room / least_bytes)
    numbers.fail("the header promises " + std::to_string(count) + " " + what,
                 "the rest of the file cannot hold so many", "the file may be truncated; fetch it again");
}

}  // namespace

CoordinateMatrix parse_matrix_market(std::string_view text, std::string_view file_name) {
  const Header header = parse_header(text, file_name);
  if (!header.coordinate)
    refuse_header(file_name, "the file holds a dense array", "a sparse matrix is expected");
  TextNumbers numbers(text, file_name);
  if (!numbers.next_line()) numbers.fail("the line with the sizes is missing", "the file ends");
  CoordinateMatrix matrix;
  matrix.n_rows = numbers.integer("the number of rows");
  matrix.n_columns = numbers.integer("the number of columns");
  const GlobalIndex n_entries = numbers.integer("the number of entries");
  numbers.expect_end_of_line("the sizes");
  if (matrix.n_rows < 0 || matrix.n_columns < 0) numbers.fail("a size is negative");
  // A line of a pattern is at least "1 1" and its end.
  require_fits(numbers, n_entries, header.field == Field::pattern ? 4 : 6, "entries");
  matrix.symmetric = header.symmetry == Symmetry::symmetric;
  const auto capacity =
      static_cast<std::size_t>(header.symmetry == Symmetry::general ? n_entries : 2 * n_entries);
  matrix.rows.reserve(capacity);
  matrix.columns.reserve(capacity);
  matrix.values.reserve(capacity);
  for (GlobalIndex entry = 0; entry < n_entries; ++entry) {
    if (!numbers.next_line())
      numbers.fail(
          "the file ends after " + std::to_string(entry) + " of " + std::to_string(n_entries) + " entries",
          "it is truncated", "fetch it again");
    const GlobalIndex row = numbers.integer("a row") - 1, column = numbers.integer("a column") - 1;
    if (row < 0 || row >= matrix.n_rows || column < 0 || column >= matrix.n_columns)
      numbers.fail(
          "the entry stands in row " + std::to_string(row + 1) + ", column " + std::to_string(column + 1),
          "the matrix has " + std::to_string(matrix.n_rows) + " rows and " +
              std::to_string(matrix.n_columns) + " columns, counted from 1");
    const double value = header.field == Field::pattern ? 1 : numbers.finite_real("a value");
    numbers.expect_end_of_line("an entry");
    matrix.add(row, column, value);
    if (header.symmetry != Symmetry::general && row != column) {
      if (row < column)
        numbers.fail("the entry stands above the diagonal",
                     "the header says symmetric: the lower half is listed");
      matrix.add(column, row, header.symmetry == Symmetry::skew ? -value : value);
    }
  }
  if (numbers.next_line())
    numbers.fail("there are more lines than the header's " + std::to_string(n_entries) + " entries");
  return matrix;
}

std::vector<double> parse_matrix_market_vector(std::string_view text, std::string_view file_name) {
  const Header header = parse_header(text, file_name);
  if (header.coordinate || header.field == Field::pattern || header.symmetry != Symmetry::general)
    refuse_header(file_name, "the file holds no vector", "a general array of numbers is expected");
  TextNumbers numbers(text, file_name);
  if (!numbers.next_line()) numbers.fail("the line with the sizes is missing", "the file ends");
  const GlobalIndex n = numbers.integer("the number of rows"),
                    n_columns = numbers.integer("the number of columns");
  numbers.expect_end_of_line("the sizes");
  if (n_columns != 1)
    numbers.fail("the array has " + std::to_string(n_columns) + " columns", "one is expected");
  require_fits(numbers, n, 2, "numbers");
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(n));
  for (GlobalIndex i = 0; i < n; ++i) {
    if (!numbers.next_line())
      numbers.fail("the file ends after " + std::to_string(i) + " of " + std::to_string(n) + " numbers",
                   "it is truncated", "fetch it again");
    values.push_back(numbers.finite_real("a value"));
    numbers.expect_end_of_line("a value");
  }
  if (numbers.next_line())
    numbers.fail("there are more lines than the header's " + std::to_string(n) + " numbers");
  return values;
}

}  // namespace trireme::amg
