// SPDX-License-Identifier: Apache-2.0
// Section restart of a deck: the file a run continues from.
#pragma once

#include <string>

#include "solvers/options/schema.hpp"

namespace trireme::flow {

struct RestartOptions {
  std::string file;

  void describe(options::Schema& schema);
};

}  // namespace trireme::flow
