// SPDX-License-Identifier: Apache-2.0
// Section start_up of a flow deck: how a run gets from the impulsive start to where Newton's method
// converges.
#pragma once

#include "solvers/options/schema.hpp"

namespace trireme::flow {

// Whether the run begins with the first-order scheme; automatic: for compressible flow only.
enum class FirstOrderPhase { automatic, on, off };

struct StartUpOptions {
  FirstOrderPhase first_order = FirstOrderPhase::automatic;
  double first_order_drop = 10.0;
  int first_order_steps = 30;
  int freeze_limiter_after_stall = 20;

  void describe(options::Schema& schema);
};

}  // namespace trireme::flow
