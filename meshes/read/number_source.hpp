// SPDX-License-Identifier: Apache-2.0
// Takes numbers from a mesh file one by one, which are words in an ASCII file and bytes of either order in a
// binary one, so that the reader above need not know which. Used by read/ugrid and, through read/gmsh_source,
// read/gmsh; never allocates. Errors (kind input) name the line of an ASCII file, the byte offset of a binary
// one.
#pragma once

#include <string>
#include <string_view>

#include "solvers/base/types.hpp"

namespace trireme::mesh {

class NumberSource {
 public:
  // The bytes must outlive this object. Starts as ASCII.
  NumberSource(std::string_view bytes, std::string_view file_name) : bytes_(bytes), file_name_(file_name) {}

  enum class ByteOrder { little, big };
  // From here on numbers are bytes.
  void start_binary(ByteOrder order) {
    binary_ = true;
    big_endian_ = order == ByteOrder::big;
  }
  bool is_binary() const { return binary_; }

  // Text, in ASCII and binary files alike: the next word (empty when there is none), the rest of the line.
  std::string_view word();
  std::string_view line();
  // A count written as text.
  GlobalIndex text_count(std::string_view what);

  // Numbers; `what` names the quantity in errors. integer() has 32 bits, size() 64 and is not negative;
  // single_real() has 32 bits where it is binary.
  GlobalIndex integer(std::string_view what);
  GlobalIndex size(std::string_view what);
  double finite_real(std::string_view what);
  double finite_single_real(std::string_view what);
  // `count` things that take at least `least_bytes` each: refused when the rest of the file cannot hold them.
  void require(GlobalIndex count, std::size_t least_bytes, std::string_view what) const;

  // Where the number or word taken last starts, and bytes not taken yet.
  std::size_t last_at() const { return last_at_; }
  std::size_t remaining() const { return bytes_.size() - position_; }
  // Throws Error(input) located at byte `at`.
  [[noreturn]] void fail_at(std::size_t at, std::string_view problem, std::string_view why,
                            std::string_view suggestion) const;
  [[noreturn]] void fail(std::string_view problem, std::string_view why, std::string_view suggestion) const {
    fail_at(last_at_, problem, why, suggestion);
  }

 protected:
  // Moves to `position`.
  void move_to(std::size_t position) { position_ = position; }
  std::size_t position() const { return position_; }
  std::string_view bytes() const { return bytes_; }

 private:
  [[noreturn]] void refuse_end(std::string_view what) const;
  std::string_view needed_word(std::string_view what);
  GlobalIndex text_integer(std::string_view what);
  double text_real(std::string_view what);
  double checked(double value, std::string_view what) const;
  template <class U>
  U raw(std::string_view what);

  std::string_view bytes_;
  std::string file_name_;
  std::size_t position_ = 0;
  std::size_t last_at_ = 0;
  bool binary_ = false;
  bool big_endian_ = false;
};

}  // namespace trireme::mesh
