// SPDX-License-Identifier: Apache-2.0
// The lines of a text file, plain or gzip, in runs of bounded memory. Called by the readers of text formats.
// Local.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/base/types.hpp"

namespace trireme::dlrm {

class TextLines {
 public:
  // Throws Error(input) when the file is missing or unreadable, or gzip in a build without zlib.
  explicit TextLines(const std::string& path);
  ~TextLines();

  // Up to `count` further lines without their ends (\n or \r\n), none at the end of the file. Views live
  // until the next call. A last line needs no end; an empty last line is none. Throws Error(input) for a
  // damaged gzip stream and for lines of more than 16 MiB.
  const std::vector<std::string_view>& next(std::size_t count);

  // Lines given so far.
  GlobalIndex lines() const { return lines_; }
  const std::string& path() const { return path_; }

 private:
  struct Stream;
  bool fill();

  std::string path_;
  std::unique_ptr<Stream> stream_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // what is left in buffer_
  bool at_end_ = false;
  GlobalIndex lines_ = 0;
  std::vector<std::string_view> views_;
};

}  // namespace trireme::dlrm
