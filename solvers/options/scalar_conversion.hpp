// SPDX-License-Identifier: Apache-2.0
// Text of a scalar -> number or truth value, strictly: the whole text must be one. Called by the schema's
// entries. Numbers are finite; integers may be written as 1e6. Local, no errors: nullopt says the text is of
// another type.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace trireme::options {

std::optional<double> to_double(const std::string& text);
std::optional<std::int64_t> to_int64(const std::string& text);
std::optional<bool> to_bool(const std::string& text);  // true false yes no on off, any case

// Shortest text that to_double reads back as the same bits.
std::string from_double(double value);

}  // namespace trireme::options
