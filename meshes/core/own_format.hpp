// SPDX-License-Identifier: Apache-2.0
// Names and version of the project's own mesh format, which read/own_hdf5.hpp describes. Used by its reader
// and writer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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

// Names as one text, one a line, and back.
inline std::string join_names(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& each : names) text += each + '\n';
  return text;
}
inline std::vector<std::string> split_names(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t begin = 0, end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    names.push_back(text.substr(begin, end - begin));
  }
  return names;
}

}  // namespace trireme::mesh::own_format
