// SPDX-License-Identifier: Apache-2.0
// Walks a text of numbers line by line, fast enough for matrices of 10^8 entries, with errors that name file
// and line. Used by the readers of this folder; never allocates.
#pragma once

#include <string>
#include <string_view>

#include "solvers/base/types.hpp"

namespace trireme::amg {

class TextNumbers {
 public:
  // Both must outlive this object.
  TextNumbers(std::string_view text, std::string_view file_name) : text_(text), file_name_(file_name) {}

  // Moves to the next line that is neither blank nor begins with '%'; false at the end of the text.
  bool next_line();
  // The next word of the current line, empty when there is none.
  std::string_view word();
  // The whole of the next word as a number; `what` names it in errors.
  GlobalIndex integer(const char* what);
  double finite_real(const char* what);
  // Throws when the current line holds more words.
  void expect_end_of_line(const char* what);

  // Bytes not read yet: what a count in a header may not exceed.
  std::size_t remaining() const { return text_.size() - position_; }

  // Throws Error (input): "file:line: problem (why) -> suggestion".
  [[noreturn]] void fail(std::string_view problem, std::string_view why = {},
                         std::string_view suggestion = {}) const;

 private:
  std::string_view text_, file_name_;
  std::string_view line_;  // what is left of it
  std::size_t position_ = 0, line_number_ = 0;
};

}  // namespace trireme::amg
