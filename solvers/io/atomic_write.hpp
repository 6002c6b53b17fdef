// SPDX-License-Identifier: Apache-2.0
// Files that exist either whole or not at all, and durably so: written under a temporary name in the same
// folder, fsync'ed, renamed over the old one. Called for run records and templates by one rank only.
#pragma once

#include <string>
#include <string_view>

namespace trireme::io {

// Suffix of files under construction; a leftover one is the trace of a run that was killed while writing.
inline constexpr std::string_view partial_suffix = ".partial";

// Throws Error(io) with path and reason; the old file, if any, is then untouched. Devices and pipes are
// written directly.
void atomic_write(const std::string& path, std::string_view contents);

// Finds out before long work whether atomic_write could write there, by making and removing a file in that
// folder. Throws the same Error(io). Leaves devices and pipes alone.
void require_writable(const std::string& path);

// Second half of the same promise for files that another library wrote: fsync of `partial`, rename to `path`,
// fsync of the folder. Throws Error(io).
void publish_file(const std::string& partial, const std::string& path);

}  // namespace trireme::io
