// SPDX-License-Identifier: Apache-2.0
#include "fun3d/nonlinear/start_up.hpp"

namespace trireme::flow {

void StartUp::begin(PseudoTransientState& loop) const {
  const bool wanted = options_.first_order == FirstOrderPhase::on ||
                      (options_.first_order == FirstOrderPhase::automatic && scheme_.compressible);
  loop.first_order = wanted && scheme_.second_order && options_.first_order_steps > 0;
}

void StartUp::count_step(PseudoTransientState& loop, double norm) const {
  ++loop.phase_steps;
  ++loop.steps_without_gain;
  if (loop.least_residual < 0 || norm < 0.5 * loop.least_residual) {
    loop.least_residual = norm;
    loop.steps_without_gain = 0;
  }
}

bool StartUp::leave_first_order(PseudoTransientState& loop, double norm, double rounding_level) const {
  if (!loop.first_order) return false;
  if (loop.initial_residual < options_.first_order_drop * norm &&
      loop.phase_steps < options_.first_order_steps && norm > rounding_level) {
    return false;
  }
  loop.first_order = false;
  loop.phase_steps = loop.steps_without_gain = 0;
  loop.least_residual = -1;
  return true;
}

bool StartUp::freeze_limiter(PseudoTransientState& loop, double norm) const {
  if (!scheme_.limiter || loop.first_order || loop.limiter_frozen) return false;
  const bool dropped =
      scheme_.freeze_after_drop > 0 && loop.initial_residual > scheme_.freeze_after_drop * norm;
  const bool stalled = options_.freeze_limiter_after_stall > 0 &&
                       loop.steps_without_gain >= options_.freeze_limiter_after_stall;
  loop.limiter_frozen = dropped || stalled;
  return loop.limiter_frozen;
}

}  // namespace trireme::flow
