// SPDX-License-Identifier: Apache-2.0
// Takes big-endian numbers from a byte buffer, with errors that name file and byte offset. Used by binary
// readers; never reads or allocates beyond the bytes that are there.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/base/types.hpp"

namespace trireme::mesh {

class ByteReader {
 public:
  ByteReader(std::span<const std::byte> bytes, std::string_view file_name)
      : bytes_(bytes), file_name_(file_name) {}

  std::size_t offset() const { return offset_; }
  std::size_t remaining() const { return bytes_.size() - offset_; }

  // `count` numbers; `what` names the block in the error of a file that ends early.
  std::vector<std::int32_t> integers(std::size_t count, std::string_view what);
  std::vector<double> reals(std::size_t count, std::string_view what);

  // Throws Error(input): "file: byte offset N: problem (why) -> suggestion".
  [[noreturn]] void fail(std::size_t offset, std::string_view problem, std::string_view why,
                         std::string_view suggestion) const;

 private:
  void require(std::size_t count, std::size_t size, std::string_view what) const;

  std::span<const std::byte> bytes_;
  std::string file_name_;
  std::size_t offset_ = 0;
};

// The 32-bit integer stored at `bytes`, read big-endian or little-endian.
std::int32_t big_endian_integer(const std::byte* bytes);
std::int32_t little_endian_integer(const std::byte* bytes);

}  // namespace trireme::mesh
