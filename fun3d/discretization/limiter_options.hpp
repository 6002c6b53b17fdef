// SPDX-License-Identifier: Apache-2.0
// Section limiter of a flow deck: which slope limiter, its constant, when it is frozen.
#pragma once

#include "fun3d/kernels/limiter_function.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::flow {

struct LimiterOptions {
  LimiterKind type = LimiterKind::none;
  double venkatakrishnan_constant = 1.0;
  double reference_length = 1.0;  // in the mesh's unit
  double freeze_after_drop = 0.0;

  void describe(options::Schema& schema);
};

}  // namespace trireme::flow
