// SPDX-License-Identifier: Apache-2.0
// The bytes of a mesh file, decompressed when it is gzip. Called by read_mesh; local, on the rank that reads.
#pragma once

#include <string>
#include <string_view>

namespace trireme::mesh {

// The whole file. A file that starts with gzip's magic number is inflated, whatever its name. Errors (kind
// input): file missing or unreadable, gzip stream damaged or truncated, or gzip in a build without zlib.
std::string read_file_bytes(const std::string& path);

// The path without a trailing ".gz".
std::string_view without_gz(std::string_view path);

}  // namespace trireme::mesh
