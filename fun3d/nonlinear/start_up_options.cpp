// SPDX-License-Identifier: Apache-2.0
#include "fun3d/nonlinear/start_up_options.hpp"

namespace trireme::flow {

void StartUpOptions::describe(options::Schema& schema) {
  schema.section("start_up",
                 "From the free stream, which is no flow around a body, to where Newton's method converges.");
  schema.add_choice(
      "first_order", first_order,
      {{"automatic", FirstOrderPhase::automatic}, {"on", FirstOrderPhase::on}, {"off", FirstOrderPhase::off}},
      "begin with the first-order scheme and change to second order on the way; automatic: for "
      "compressible flow only");
  schema.add("first_order_drop", first_order_drop,
             "the first-order scheme is left once |R_0| / |R| exceeds this", {.min = 1});
  schema.add("first_order_steps", first_order_steps, "and after this many steps at the latest", {.min = 0});
  schema.add(
      "freeze_limiter_after_stall", freeze_limiter_after_stall,
      "the slope limiter is frozen when |R| has not fallen to half its least value within this many steps at "
      "second order; 0: never",
      {.min = 0});
}

}  // namespace trireme::flow
