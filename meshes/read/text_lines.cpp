// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/text_lines.hpp"

#include <cmath>

#include "meshes/read/advice.hpp"
#include "solvers/base/error.hpp"

namespace trireme::mesh {
namespace {

constexpr std::string_view blanks = " \t\r\v\f";
constexpr std::string_view separators = " \t\r\v\f,";

}  // namespace

TextLines::TextLines(std::string_view text, std::string_view file_name, char comment)
    : text_(text), file_name_(file_name), comment_(comment) {}

bool TextLines::next() {
  if (repeat_) {
    repeat_ = false;
    rest_ = line_;
    return true;
  }
  while (position_ < text_.size()) {
    std::size_t end = text_.find('\n', position_);
    if (end == std::string_view::npos) end = text_.size();
    std::string_view line = text_.substr(position_, end - position_);
    position_ = end + 1;
    ++line_number_;
    line = line.substr(0, line.find(comment_));
    const std::size_t first = line.find_first_not_of(blanks);
    if (first == std::string_view::npos) continue;
    line_ = line.substr(first, line.find_last_not_of(blanks) - first + 1);
    rest_ = line_;
    return true;
  }
  line_ = rest_ = {};
  return false;
}

std::string_view TextLines::word() {
  const std::size_t first = rest_.find_first_not_of(separators);
  if (first == std::string_view::npos) return rest_ = {};
  std::size_t end = rest_.find_first_of(separators, first);
  if (end == std::string_view::npos) end = rest_.size();
  const std::string_view found = rest_.substr(first, end - first);
  rest_.remove_prefix(end);
  return found;
}

GlobalIndex TextLines::integer(std::string_view what) {
  const std::string_view found = word();
  if (found.empty()) refuse_end(what);
  GlobalIndex value = 0;
  if (!parse_integer(found, value))
    fail(std::string(what) + " is '" + shown_word(found) + "'", "an integer is expected", damaged_value);
  return value;
}

double TextLines::finite_real(std::string_view what) {
  const std::string_view found = word();
  if (found.empty()) refuse_end(what);
  double value = 0;
  if (!parse_real(found, value))
    fail(std::string(what) + " is '" + shown_word(found) + "'", "a number is expected", damaged_value);
  if (!std::isfinite(value)) {
    fail(std::string(what) + " is '" + shown_word(found) + "'", "coordinates must be finite",
         "export the mesh again; the program that wrote it had already lost this point");
  }
  return value;
}

void TextLines::refuse_end(std::string_view what) const {
  fail("the line ends before " + std::string(what), "line '" + shown_word(line_) + "'",
       "complete the line, or export the file again");
}

void TextLines::fail(std::string_view problem, std::string_view why, std::string_view suggestion) const {
  throw Error(ErrorKind::input, file_name_ + ":" + std::to_string(line_number_) + ": " + std::string(problem),
              why, suggestion);
}

}  // namespace trireme::mesh
