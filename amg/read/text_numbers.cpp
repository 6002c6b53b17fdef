// SPDX-License-Identifier: Apache-2.0
#include "amg/read/text_numbers.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/base/error.hpp"
#include "solvers/base/number_words.hpp"

namespace trireme::amg {
namespace {

constexpr std::string_view blanks = " \t\r";

std::string shown(std::string_view word) {
  return "'" + shown_word(word) + "'";
}

}  // namespace

bool TextNumbers::next_line() {
  while (position_ < text_.size()) {
    const std::size_t end = std::min(text_.find('\n', position_), text_.size());
    line_ = text_.substr(position_, end - position_);
    position_ = std::min(end + 1, text_.size());
    ++line_number_;
    const std::size_t first = line_.find_first_not_of(blanks);
    if (first != std::string_view::npos && line_[first] != '%') return true;
  }
  line_ = {};
  return false;
}

std::string_view TextNumbers::word() {
  const std::size_t begin = std::min(line_.find_first_not_of(blanks), line_.size());
  const std::size_t end = std::min(line_.find_first_of(blanks, begin), line_.size());
  const std::string_view found = line_.substr(begin, end - begin);
  line_.remove_prefix(end);
  return found;
}

GlobalIndex TextNumbers::integer(const char* what) {
  const std::string_view found = word();
  GlobalIndex value = 0;
  if (!parse_integer(found, value))
    fail(std::string(what) + (found.empty() ? " is missing" : " is " + shown(found)),
         "a whole number is expected");
  return value;
}

double TextNumbers::finite_real(const char* what) {
  const std::string_view found = word();
  double value = 0;
  if (!parse_real(found, value))
    fail(std::string(what) + (found.empty() ? " is missing" : " is " + shown(found)), "a number is expected");
  if (!std::isfinite(value)) fail(std::string(what) + " is " + shown(found), "it must be finite");
  return value;
}

void TextNumbers::expect_end_of_line(const char* what) {
  const std::string_view found = word();
  if (!found.empty()) fail(shown(found) + " follows " + what, "the line should end there");
}

void TextNumbers::fail(std::string_view problem, std::string_view why, std::string_view suggestion) const {
  throw Error(ErrorKind::input,
              std::string(file_name_) + ":" + std::to_string(line_number_) + ": " + std::string(problem), why,
              suggestion);
}

}  // namespace trireme::amg
