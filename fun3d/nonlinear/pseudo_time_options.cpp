// SPDX-License-Identifier: Apache-2.0
#include "fun3d/nonlinear/pseudo_time_options.hpp"

#include "solvers/base/error.hpp"

namespace trireme::flow {

void PseudoTimeOptions::describe(options::Schema& schema) {
  schema.section("pseudo_time", "Growth of the pseudo-time step, rejection of steps, end of the run.");
  schema.add("cfl_initial", cfl_initial, "CFL number of the first step", {.min = 0, .open_min = true});
  schema.add("cfl_max", cfl_max, "largest CFL number", {.min = 0, .open_min = true});
  schema.add("cfl_min", cfl_min, "smallest CFL number the growth law asks for", {.min = 0, .open_min = true});
  schema.add("cfl_gain", cfl_gain, "factor of the growth law CFL = gain * cfl_initial * |R_0| / |R|",
             {.min = 0, .open_min = true});
  schema.add("cfl_growth_limit", cfl_growth_limit, "largest ratio of the CFL numbers of two successive steps",
             {.min = 1, .open_min = true});
  schema.add("max_steps", max_steps, "largest number of pseudo-time steps", {.min = 0});
  schema.add("residual_drop", residual_drop, "the run has converged when |R_0| / |R| exceeds this",
             {.min = 1, .open_min = true});
  schema.add_choice("drop_measure", drop_measure,
                    {{"before_step", DropMeasure::before_step}, {"after_step", DropMeasure::after_step}},
                    "measure the drop with the residual before or after the step just taken");
  schema.add("residual_growth_limit", residual_growth_limit,
             "a step after which |R| has grown by more than this is rejected", {.min = 1, .open_min = true});
  schema.add("rejection_factor", rejection_factor, "factor on the CFL number when a step is rejected",
             {.min = 0, .max = 1, .open_min = true});
  schema.add("max_rejections", max_rejections,
             "rejections of one step that are retried; one more and the run has diverged", {.min = 0});
}

void PseudoTimeOptions::validate() const {
  if (cfl_initial > cfl_max) {
    throw Error(ErrorKind::input, "pseudo_time.cfl_initial is above pseudo_time.cfl_max",
                "the CFL number would start above its largest value", "lower the one or raise the other");
  }
  if (rejection_factor >= 1) {
    throw Error(ErrorKind::input, "pseudo_time.rejection_factor is 1",
                "a rejected step would be tried again unchanged", "choose a factor below 1, such as 0.1");
  }
}

}  // namespace trireme::flow
