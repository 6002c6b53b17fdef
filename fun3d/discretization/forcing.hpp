// SPDX-License-Identifier: Apache-2.0
// What a verification case adds to the residual: a source and prescribed states. Both empty in a flow case.
#pragma once

#include <vector>

namespace trireme::flow {

struct Forcing {
  std::vector<double> source;  // [n_owned, N] integrated over the dual cells; or empty
  std::vector<double>
      exact_state;  // [number of exact boundary vertices, N], in the order of BoundaryPlan::exact()
};

}  // namespace trireme::flow
