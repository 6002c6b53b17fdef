// SPDX-License-Identifier: Apache-2.0
// Walks the lines of a text mesh and turns words into numbers, with errors that name file, line and value.
// Used by the text readers; never trusts a count, never allocates more than the text holds.
#pragma once

#include <string>
#include <string_view>

#include "solvers/base/number_words.hpp"
#include "solvers/base/types.hpp"

namespace trireme::mesh {

class TextLines {
 public:
  // `comment` starts a comment that runs to the end of its line. Views into `text` must outlive this object.
  TextLines(std::string_view text, std::string_view file_name, char comment);

  // Moves to the next line that has a word; false at the end of the text. CRLF and LF both end a line.
  bool next();
  // Makes the following next() return the current line again.
  void step_back() { repeat_ = true; }

  // The current line without comment, trimmed; and its number, from 1 (the last line's at the end of the
  // text).
  std::string_view line() const { return line_; }
  std::size_t line_number() const { return line_number_; }

  // The next word of the current line (words are separated by blanks, tabs or commas); empty when there is
  // none.
  std::string_view word();
  // Numbers; `what` names the quantity in errors ("x of point 3"). A number must be the whole word.
  GlobalIndex integer(std::string_view what);
  double finite_real(std::string_view what);

  // Throws Error(input): "file:line: problem (why) -> suggestion".
  [[noreturn]] void fail(std::string_view problem, std::string_view why, std::string_view suggestion) const;

 private:
  [[noreturn]] void refuse_end(std::string_view what) const;

  std::string_view text_;
  std::string file_name_;
  char comment_;
  std::size_t position_ = 0;
  std::size_t line_number_ = 0;
  std::string_view line_;
  std::string_view rest_;
  bool repeat_ = false;
};

}  // namespace trireme::mesh
