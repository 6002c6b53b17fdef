// SPDX-License-Identifier: Apache-2.0
// The nearest of a list of words to a mistyped one, for "did you mean". Called by Schema and by Program for
// flags. Distance: insertions, deletions, substitutions and swaps of neighbours (optimal string alignment),
// over the whole dotted key and over its last component.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace trireme::options {

int edit_distance(std::string_view a, std::string_view b);

// Empty only when `known` is empty. Ties go to the first.
std::string nearest_key(std::string_view given, std::span<const std::string> known);

}  // namespace trireme::options
