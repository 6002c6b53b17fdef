// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/convergence_options.hpp"

namespace trireme::flow {

void ConvergenceOptions::describe(options::Schema& schema) {
  schema.section("convergence",
                 "Ends a run when its force coefficients have settled, besides pseudo_time.residual_drop.");
  schema.add("cauchy_window", cauchy_window,
             "number of last steps over which the coefficients must not have changed; 0 does not watch them",
             {.min = 0, .max = 1e6});
  schema.add("cauchy_tolerance", cauchy_tolerance,
             "largest minus smallest value of a coefficient in the window that counts as settled",
             {.min = 0, .open_min = true});
  schema.add_choice("cauchy_coefficients", cauchy_coefficients,
                    {{"lift", WatchedForces::lift},
                     {"drag", WatchedForces::drag},
                     {"lift_and_drag", WatchedForces::lift_and_drag}},
                    "the coefficients that must have settled");
  schema.add("cauchy_after_drop", cauchy_after_drop,
             "steps count once |R_0| / |R| has reached this, since small first steps change nothing either",
             {.min = 0});
}

}  // namespace trireme::flow
