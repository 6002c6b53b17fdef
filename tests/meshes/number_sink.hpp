// SPDX-License-Identifier: Apache-2.0
// Numbers as words or as bytes of either order: what the writers of small test meshes are made of.
#pragma once

#include <bit>
#include <cstdint>
#include <sstream>
#include <string>

namespace trireme::mesh::testing {

enum class Encoding { ascii, little, big };

class NumberSink {
 public:
  explicit NumberSink(Encoding encoding) : encoding_(encoding) {}

  void text(const std::string& words) { bytes_ += words; }
  void integer(std::int64_t value) { put(static_cast<std::uint32_t>(value), std::to_string(value)); }
  void size(std::int64_t value) { put(static_cast<std::uint64_t>(value), std::to_string(value)); }
  void real(double value) {
    std::ostringstream words;
    words.precision(17);
    words << value;
    put(std::bit_cast<std::uint64_t>(value), words.str());
  }
  void single(float value) { put(std::bit_cast<std::uint32_t>(value), std::to_string(value)); }
  // Ends a line; nothing in binary.
  void line() {
    if (encoding_ == Encoding::ascii) bytes_ += '\n';
  }

  bool is_ascii() const { return encoding_ == Encoding::ascii; }
  const std::string& bytes() const { return bytes_; }

 private:
  template <class U>
  void put(U bits, const std::string& words) {
    if (is_ascii()) {
      bytes_ += words + ' ';
      return;
    }
    for (std::size_t i = 0; i < sizeof(U); ++i) {
      const std::size_t shift = 8 * (encoding_ == Encoding::big ? sizeof(U) - 1 - i : i);
      bytes_ += static_cast<char>(bits >> shift & 0xff);
    }
  }

  Encoding encoding_;
  std::string bytes_;
};

}  // namespace trireme::mesh::testing
