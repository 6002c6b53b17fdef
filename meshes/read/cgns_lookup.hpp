// SPDX-License-Identifier: Apache-2.0
// What the steps of read/cgns share: finding children, text without padding, and refusing a node.
#pragma once

#include <string>
#include <string_view>

#include "meshes/read/cgns_tree.hpp"
#include "solvers/base/error.hpp"

namespace trireme::mesh {

// The first child of this label (and name), or null.
inline const CgnsNode* cgns_child(const CgnsNode& node, std::string_view label, std::string_view name = {}) {
  for (const CgnsNode& child : node.children) {
    if (child.label == label && (name.empty() || child.name == name)) return &child;
  }
  return nullptr;
}

// Text of a node without the blanks and zeros that pad it; names of markers must be one line.
inline std::string trim_cgns(std::string text) {
  text.resize(text.find_last_not_of(std::string_view(" \0\t\n", 4)) + 1);
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ') c = '_';
  }
  return text;
}

// Throws Error(input) located at the node of this path; empty: the root.
[[noreturn]] inline void refuse_cgns(const std::string& file_name, const std::string& path,
                                     const std::string& problem, const std::string& why,
                                     const std::string& suggestion) {
  throw Error(ErrorKind::input, file_name + ": node " + (path.empty() ? "/" : path) + ": " + problem, why,
              suggestion);
}

}  // namespace trireme::mesh
