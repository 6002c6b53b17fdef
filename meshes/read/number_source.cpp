// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/number_source.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "meshes/read/advice.hpp"
#include "meshes/read/text_lines.hpp"
#include "solvers/base/error.hpp"

namespace trireme::mesh {
namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

bool is_blank(char c) {
  return blanks.find(c) != std::string_view::npos;
}

}  // namespace

std::string_view NumberSource::word() {
  while (position_ < bytes_.size() && is_blank(bytes_[position_])) ++position_;
  last_at_ = position_;
  while (position_ < bytes_.size() && !is_blank(bytes_[position_])) ++position_;
  return bytes_.substr(last_at_, position_ - last_at_);
}

std::string_view NumberSource::line() {
  const std::size_t end = std::min(bytes_.find('\n', position_), bytes_.size());
  std::string_view found = bytes_.substr(position_, end - position_);
  position_ = std::min(end + 1, bytes_.size());
  while (!found.empty() && is_blank(found.back())) found.remove_suffix(1);
  while (!found.empty() && is_blank(found.front())) found.remove_prefix(1);
  return found;
}

void NumberSource::refuse_end(std::string_view what) const {
  fail("the file ends before " + std::string(what), "more is expected here", truncated_file);
}

std::string_view NumberSource::needed_word(std::string_view what) {
  const std::string_view found = word();
  if (found.empty()) refuse_end(what);
  return found;
}

GlobalIndex NumberSource::text_count(std::string_view what) {
  const std::string_view found = needed_word(what);
  GlobalIndex count = 0;
  if (!parse_integer(found, count) || count < 0)
    fail(std::string(what) + " is '" + shown_word(found) + "'", "a count is expected", damaged_value);
  return count;
}

template <class U>
U NumberSource::raw(std::string_view what) {
  last_at_ = position_;
  if (remaining() < sizeof(U)) refuse_end(what);
  U bits = 0;
  for (std::size_t i = 0; i < sizeof(U); ++i) {
    const auto byte = static_cast<unsigned char>(bytes_[position_ + i]);
    bits |= static_cast<U>(byte) << (8 * (big_endian_ ? sizeof(U) - 1 - i : i));
  }
  position_ += sizeof(U);
  return bits;
}

GlobalIndex NumberSource::text_integer(std::string_view what) {
  const std::string_view found = needed_word(what);
  GlobalIndex value = 0;
  if (!parse_integer(found, value))
    fail(std::string(what) + " is '" + shown_word(found) + "'", "an integer is expected", damaged_value);
  return value;
}

GlobalIndex NumberSource::integer(std::string_view what) {
  if (binary_) return std::bit_cast<std::int32_t>(raw<std::uint32_t>(what));
  const GlobalIndex value = text_integer(what);
  if (value != static_cast<std::int32_t>(value))
    fail(std::string(what) + " is " + std::to_string(value), "it must fit into 32 bits", damaged_value);
  return value;
}

GlobalIndex NumberSource::size(std::string_view what) {
  const GlobalIndex value =
      binary_ ? std::bit_cast<GlobalIndex>(raw<std::uint64_t>(what)) : text_integer(what);
  if (value < 0)
    fail(std::string(what) + " is " + std::to_string(value), "it cannot be negative", damaged_value);
  return value;
}

double NumberSource::text_real(std::string_view what) {
  const std::string_view found = needed_word(what);
  double value = 0;
  if (!parse_real(found, value))
    fail(std::string(what) + " is '" + shown_word(found) + "'", "a number is expected", damaged_value);
  return value;
}

double NumberSource::checked(double value, std::string_view what) const {
  if (std::isfinite(value)) return value;
  fail(std::string(what) + " is " + std::to_string(value), "it must be finite",
       "export the mesh again; the program that wrote it had already lost this value");
}

double NumberSource::finite_real(std::string_view what) {
  return checked(binary_ ? std::bit_cast<double>(raw<std::uint64_t>(what)) : text_real(what), what);
}

double NumberSource::finite_single_real(std::string_view what) {
  return checked(
      binary_ ? static_cast<double>(std::bit_cast<float>(raw<std::uint32_t>(what))) : text_real(what), what);
}

void NumberSource::require(GlobalIndex count, std::size_t least_bytes, std::string_view what) const {
  if (static_cast<std::size_t>(count) <= remaining() / least_bytes) return;
  fail(std::to_string(count) + " " + std::string(what) + " are announced",
       "the rest of the file, " + std::to_string(remaining()) + " bytes, cannot hold them",
       "the file is truncated or the count is wrong");
}

void NumberSource::fail_at(std::size_t at, std::string_view problem, std::string_view why,
                           std::string_view suggestion) const {
  std::string place = ": byte offset " + std::to_string(at);
  if (!binary_)
    place = ":" + std::to_string(
                      1 + std::count(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  throw Error(ErrorKind::input, file_name_ + place + ": " + std::string(problem), why, suggestion);
}

}  // namespace trireme::mesh
