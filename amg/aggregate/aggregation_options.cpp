// SPDX-License-Identifier: Apache-2.0
#include "amg/aggregate/aggregation_options.hpp"

#include <fmt/format.h>

#include "solvers/base/error.hpp"

namespace trireme::amg {

void AggregationOptions::describe(options::Schema& schema) {
  schema.add("aggregate_threshold", strength_threshold,
             "a coupling is strong from this fraction of the strongest of either end",
             {.min = 0, .max = 1, .open_max = true});
  schema.add("prolongator_relaxation", relaxation,
             "the prolongator is smoothed by one damped Jacobi step of this over the largest eigenvalue; 0: "
             "unsmoothed",
             {.min = 0, .max = 2, .open_max = true});
  schema.add("prolongator_power_iterations", power_iterations,
             "steps of the power method that estimate that eigenvalue; 0: the largest row sum bounds it",
             {.min = 0});
}

void AggregationOptions::validate() const {
  const auto require = [](bool holds, const char* option, double value, const char* allowed) {
    if (!holds)
      throw Error(ErrorKind::input, fmt::format("{} is {}", option, value), "it is out of its range",
                  fmt::format("use {}", allowed));
  };
  require(strength_threshold >= 0 && strength_threshold < 1, "aggregate_threshold", strength_threshold,
          "a number from 0 to below 1");
  require(relaxation >= 0 && relaxation < 2, "prolongator_relaxation", relaxation,
          "a number from 0 to below 2");
  require(power_iterations >= 0, "prolongator_power_iterations", power_iterations, "0 or more");
}

}  // namespace trireme::amg
