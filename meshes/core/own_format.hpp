// SPDX-License-Identifier: Apache-2.0
// Names and version of the project's own mesh format, which read/own_hdf5.hpp describes. Used by its reader
// and writer.
#pragma once

#include <cstdint>

namespace trireme::mesh::own_format {

inline constexpr char name[] = "format";
inline constexpr char name_value[] = "trireme mesh";
inline constexpr char version[] = "version";
inline constexpr std::int64_t current_version = 1;
inline constexpr char kind[] = "kind";
inline constexpr char kind_cells[] = "cells";
inline constexpr char kind_dual[] = "dual";
inline constexpr char dimension[] = "dimension";
inline constexpr char marker_names[] = "marker_names";

}  // namespace trireme::mesh::own_format
