// SPDX-License-Identifier: Apache-2.0
// Section output of a deck: which files a run leaves, and where.
#pragma once

#include <string>

#include "solvers/options/schema.hpp"

namespace trireme::flow {

struct OutputOptions {
  std::string directory = ".";
  std::string name = "flow";
  bool history = true;
  bool volume = true;
  bool surface = true;
  bool pressure_csv = true;
  bool state = true;

  void describe(options::Schema& schema);
  // "directory/name_suffix".
  std::string path(const std::string& suffix) const;
};

}  // namespace trireme::flow
