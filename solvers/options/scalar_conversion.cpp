// SPDX-License-Identifier: Apache-2.0
#include "solvers/options/scalar_conversion.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace trireme::options {

namespace {
// from_chars reads neither a leading plus nor needs a locale; the plus is stripped here.
const char* number_begin(const std::string& text) {
  const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+';
  return text.data() + (plus ? 1 : 0);
}
}  // namespace

std::optional<double> to_double(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(number_begin(text), end, value);
  if (result.ec != std::errc() || result.ptr != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::int64_t> to_int64(const std::string& text) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(number_begin(text), end, value);
  if (result.ec == std::errc() && result.ptr == end) return value;
  // 1e6, but nothing a double does not hold exactly.
  const auto real = to_double(text);
  constexpr double largest_exact = 9007199254740992.0;
  if (!real || std::abs(*real) > largest_exact || *real != std::trunc(*real)) return std::nullopt;
  return static_cast<std::int64_t>(*real);
}

std::optional<bool> to_bool(const std::string& text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (lower == "true" || lower == "yes" || lower == "on") return true;
  if (lower == "false" || lower == "no" || lower == "off") return false;
  return std::nullopt;
}

std::string from_double(double value) {
  return fmt::format("{}", value);
}

}  // namespace trireme::options
