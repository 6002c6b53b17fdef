// SPDX-License-Identifier: Apache-2.0
// Bytes of a deck's file, with everything that can be wrong with a path said clearly. Called by
// Schema::read_deck and, on one rank, by Program, which sends the text to the others.
#pragma once

#include <string>

namespace trireme::options {

// Throws Error(input) when the path is missing, a directory, unreadable or holds more than 16 MiB.
std::string deck_file_text(const std::string& path);

}  // namespace trireme::options
