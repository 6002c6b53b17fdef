// SPDX-License-Identifier: Apache-2.0
#include "solvers/options/nearest_key.hpp"

#include <algorithm>
#include <cctype>
#include <limits>
#include <vector>

namespace trireme::options {

namespace {

constexpr std::size_t longest_compared = 200;

// Case and the choice of - or _ are what people mistype first, so they cost nothing.
std::string folded(std::string_view word) {
  std::string out(word.substr(0, longest_compared));
  for (char& c : out) c = c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

std::string_view last_component(std::string_view key) {
  const auto dot = key.rfind('.');
  return dot == std::string_view::npos ? key : key.substr(dot + 1);
}

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int substitute = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({substitute, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::string nearest_key(std::string_view given, std::span<const std::string> known) {
  const std::string whole = folded(given);
  const std::string_view tail = last_component(whole);
  std::string best;
  int best_distance = std::numeric_limits<int>::max();
  for (const auto& key : known) {
    const std::string candidate = folded(key);
    // A right last component in the wrong section costs one, so that an exact neighbour in the right one
    // wins.
    const int distance =
        std::min(2 * edit_distance(whole, candidate), 2 * edit_distance(tail, last_component(candidate)) + 1);
    if (distance < best_distance) {
      best_distance = distance;
      best = key;
    }
  }
  return best;
}

}  // namespace trireme::options
