// SPDX-License-Identifier: Apache-2.0
// Marker names as one text, one a line: how they travel between ranks and lie in the project's own format.
#pragma once

#include <string>
#include <vector>

#include "solvers/comm/broadcast.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::mesh {

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

// Collective. Rank 0's names on every rank.
inline void broadcast_names(const comm::Communicator& comm, std::vector<std::string>& names) {
  std::string text = join_names(names);
  comm::broadcast(comm, text);
  names = split_names(text);
}

}  // namespace trireme::mesh
