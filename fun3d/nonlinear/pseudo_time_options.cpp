// SPDX-License-Identifier: Apache-2.0
#include "fun3d/nonlinear/pseudo_time_options.hpp"

#include <algorithm>

#include "solvers/base/error.hpp"

namespace trireme::flow {

void PseudoTimeOptions::describe(options::Schema& schema) {
  schema.section("pseudo_time", "Growth of the pseudo-time step, rejection of steps, end of the run.");
  schema.add("cfl_initial", cfl_initial, "CFL number of the first step; 0: 50, and 10 for compressible flow",
             {.min = 0});
  schema.add("cfl_max", cfl_max, "largest CFL number", {.min = 0, .open_min = true});
  schema.add("cfl_min", cfl_min, "smallest CFL number the growth law asks for", {.min = 0, .open_min = true});
  schema.add("cfl_gain", cfl_gain, "factor of the growth law CFL = gain * cfl_initial * |R_0| / |R|",
             {.min = 0, .open_min = true});
  schema.add("cfl_growth_limit", cfl_growth_limit,
             "largest ratio of the CFL numbers of two successive steps; 0: 100, and 2 for compressible flow",
             {.min = 0});
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
  schema.add(
      "update_limit", update_limit,
      "a Newton update that would make density or pressure at a vertex fall by more than this fraction is "
      "scaled down",
      {.min = 0, .max = 1, .open_min = true, .open_max = true});
  schema.add_choice("update_scaling", update_scaling,
                    {{"local", UpdateScaling::local}, {"global", UpdateScaling::global}},
                    "scale it at that vertex alone or everywhere");
}

PseudoTimeOptions PseudoTimeOptions::resolved(bool compressible) const {
  PseudoTimeOptions values = *this;
  if (cfl_initial == 0) values.cfl_initial = std::min(compressible ? 10.0 : 50.0, cfl_max);
  if (cfl_growth_limit == 0) values.cfl_growth_limit = compressible ? 2.0 : 100.0;
  return values;
}

void PseudoTimeOptions::validate() const {
  if (cfl_growth_limit != 0 && cfl_growth_limit <= 1) {
    throw Error(ErrorKind::input, "pseudo_time.cfl_growth_limit is not above 1",
                "the CFL number could never grow", "choose a limit such as 2, or 0 for the usual one");
  }
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
