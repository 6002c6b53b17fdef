// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/restart_options.hpp"

namespace trireme::flow {

void RestartOptions::describe(options::Schema& schema) {
  schema.section("restart", "Where the run begins.");
  schema.add(
      "file", file,
      "NAME_state.h5 of a former run on the same mesh, on any number of ranks, to continue from; empty "
      "to begin with the free stream");
}

}  // namespace trireme::flow
