// SPDX-License-Identifier: Apache-2.0
// What a user may choose about smoothed aggregation. Read by aggregation_level; described to decks, to the
// command line and to PETSc's options with the other options of the set-up.
#pragma once

#include <cstdint>

#include "solvers/options/schema.hpp"

namespace trireme::amg {

struct AggregationOptions {
  double strength_threshold = 0.25;
  double relaxation = 4.0 / 3.0;
  int power_iterations = 0;

  // The keys are those of the section that is open in the schema.
  void describe(options::Schema& schema);
  // Throws Error (input), naming the first option that is out of its range.
  void validate() const;
  bool operator==(const AggregationOptions&) const = default;
};

}  // namespace trireme::amg
