// SPDX-License-Identifier: Apache-2.0
// The phases of a run: first order, second order with a limiter that follows the flow, second order with a
// frozen one. Decides between two steps, from nothing but what PseudoTransientState keeps, so that a
// continued run decides alike. Called by nonlinear/pseudo_transient.
#pragma once

#include "fun3d/nonlinear/pseudo_transient_state.hpp"
#include "fun3d/nonlinear/start_up_options.hpp"

namespace trireme::flow {

class StartUp {
 public:
  struct Scheme {
    bool second_order = true;  // the order the run ends with
    bool compressible = false;
    bool limiter = false;
    double freeze_after_drop = 0;  // of the residual; 0: never
  };

  StartUp(const StartUpOptions& options, const Scheme& scheme) : options_(options), scheme_(scheme) {}

  // Sets the phase of a run that begins.
  void begin(PseudoTransientState& loop) const;

  // After the step that reached |R| = norm: counts it. Local.
  void count_step(PseudoTransientState& loop, double norm) const;

  // Whether the next step is to be the first of second order; if so the phase is changed, and the residual is
  // to be evaluated anew. rounding_level: the least |R| there is.
  bool leave_first_order(PseudoTransientState& loop, double norm, double rounding_level = 0) const;
  // Whether the limiter is to be frozen from now on.
  bool freeze_limiter(PseudoTransientState& loop, double norm) const;

 private:
  StartUpOptions options_;
  Scheme scheme_;
};

}  // namespace trireme::flow
