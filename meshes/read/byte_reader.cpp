// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/byte_reader.hpp"

#include <bit>

#include "solvers/base/error.hpp"

namespace trireme::mesh {

std::int32_t big_endian_integer(const std::byte* bytes) {
  std::uint32_t bits = 0;
  for (int i = 0; i < 4; ++i) bits = (bits << 8) | std::to_integer<std::uint32_t>(bytes[i]);
  return std::bit_cast<std::int32_t>(bits);
}

std::int32_t little_endian_integer(const std::byte* bytes) {
  std::uint32_t bits = 0;
  for (int i = 3; i >= 0; --i) bits = (bits << 8) | std::to_integer<std::uint32_t>(bytes[i]);
  return std::bit_cast<std::int32_t>(bits);
}

std::vector<std::int32_t> ByteReader::integers(std::size_t count, std::string_view what) {
  require(count, sizeof(std::int32_t), what);
  std::vector<std::int32_t> values(count);
  for (auto& value : values) {
    value = big_endian_integer(bytes_.data() + offset_);
    offset_ += sizeof(std::int32_t);
  }
  return values;
}

std::vector<double> ByteReader::reals(std::size_t count, std::string_view what) {
  require(count, sizeof(double), what);
  std::vector<double> values(count);
  for (auto& value : values) {
    std::uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) bits = (bits << 8) | std::to_integer<std::uint64_t>(bytes_[offset_++]);
    value = std::bit_cast<double>(bits);
  }
  return values;
}

void ByteReader::require(std::size_t count, std::size_t size, std::string_view what) const {
  if (count <= remaining() / size) return;
  fail(bytes_.size(), "the file ends within " + std::string(what),
       std::to_string(count) + " numbers of " + std::to_string(size) + " bytes start at byte offset " +
           std::to_string(offset_) + " of " + std::to_string(bytes_.size()),
       "the file is truncated; fetch it again");
}

void ByteReader::fail(std::size_t offset, std::string_view problem, std::string_view why,
                      std::string_view suggestion) const {
  throw Error(ErrorKind::input,
              file_name_ + ": byte offset " + std::to_string(offset) + ": " + std::string(problem), why,
              suggestion);
}

}  // namespace trireme::mesh
