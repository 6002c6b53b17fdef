// SPDX-License-Identifier: Apache-2.0
// Value -> YAML text on one line; what read_yaml reads back as the same value. Called by the schema's
// documents.
#pragma once

#include <string>
#include <string_view>

#include "solvers/options/value.hpp"

namespace trireme::options {

// Scalars as they are, or in double quotes when text could be taken for something else; lists as [a, b]; maps
// as {a: b}.
std::string yaml_text(const Value& value);

// A map key or a text value, quoted only where needed.
std::string yaml_string(std::string_view text);

}  // namespace trireme::options
