// SPDX-License-Identifier: Apache-2.0
// YAML text -> Value tree with the line of every key. Called by Schema. One document, no aliases (a deck is
// read by people), no key twice in one map; anything else is an Error(input) that names file and line.
// Arbitrary bytes are safe input. Local; cost linear in the text.
#pragma once

#include <string>
#include <string_view>

#include "solvers/options/value.hpp"

namespace trireme::options {

// `name` is what errors call the text, usually the deck's path. An empty document is a missing value.
Value read_yaml(std::string_view text, const std::string& name);

}  // namespace trireme::options
