// SPDX-License-Identifier: Apache-2.0
// The checksum of zip archives: CRC-32 with the polynomial 0xedb88320, bits reversed (PKWARE's application
// note). Called by the reader and the writer of numpy's archives. Local.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace trireme::dlrm {

// That of all bytes so far and these; 0 before the first.
inline std::uint32_t add_to_checksum(std::uint32_t checksum, std::string_view bytes) {
  static const auto table = [] {
    std::array<std::uint32_t, 256> values{};
    for (std::uint32_t n = 0; n < 256; ++n) {
      std::uint32_t value = n;
      for (int bit = 0; bit < 8; ++bit) value = value & 1 ? 0xedb88320u ^ (value >> 1) : value >> 1;
      values[n] = value;
    }
    return values;
  }();
  checksum = ~checksum;
  for (const char byte : bytes)
    checksum = table[(checksum ^ static_cast<unsigned char>(byte)) & 0xff] ^ (checksum >> 8);
  return ~checksum;
}

}  // namespace trireme::dlrm
