// SPDX-License-Identifier: Apache-2.0
#include "solvers/base/number_words.hpp"

#include <charconv>

namespace trireme {

bool parse_integer(std::string_view word, GlobalIndex& value) {
  if (word.starts_with('+')) word.remove_prefix(1);
  const auto result = std::from_chars(word.data(), word.data() + word.size(), value);
  return result.ec == std::errc{} && result.ptr == word.data() + word.size();
}

bool parse_real(std::string_view word, double& value) {
  if (word.starts_with('+')) word.remove_prefix(1);
  const auto result = std::from_chars(word.data(), word.data() + word.size(), value);
  if (result.ptr != word.data() + word.size()) return false;
  if (result.ec == std::errc::result_out_of_range) {
    // Too small is as good as zero; too large is not.
    const std::size_t exponent = word.find_first_of("eE");
    if (exponent == std::string_view::npos || word[exponent + 1] != '-') return false;
    value = 0;
    return true;
  }
  return result.ec == std::errc{};
}

std::string shown_word(std::string_view word) {
  std::string text;
  for (const char c : word.substr(0, 40)) text += (c >= ' ' && c <= '~') ? c : '?';
  if (word.size() > 40) text += "...";
  return text;
}

}  // namespace trireme
