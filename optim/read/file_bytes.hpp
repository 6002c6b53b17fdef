// SPDX-License-Identifier: Apache-2.0
// The bytes of a file, decompressed where it is a .gz or .bz2 (told by its first bytes, not by its name). No
// MPI. Called by optim/data on the rank that reads.
#pragma once

#include <cstdint>
#include <string>

#include "solvers/base/types.hpp"

namespace trireme::optim {

enum class Compression { none, gzip, bzip2 };

// Throws Error (input) when the file is missing or no file, (io) when it cannot be read.
Compression compression_of(const std::string& path);
GlobalIndex file_size(const std::string& path);

// All of it. Throws Error (input) for damaged or cut off contents, or a compression this build does not know.
std::string file_bytes(const std::string& path);

// Bytes [begin, end) of a file that is not compressed.
std::string file_bytes(const std::string& path, GlobalIndex begin, GlobalIndex end);

}  // namespace trireme::optim
