// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/manufactured_options.hpp"

#include <algorithm>

#include "solvers/base/error.hpp"

namespace trireme::flow {

void ManufacturedOptions::describe(options::Schema& schema) {
  schema.section("manufactured",
                 "A flow that is known, kept up by sources; the report then holds the errors of the scheme.");
  schema.add_choice(
      "solution", solution,
      {{"none", ManufacturedChoice::none}, {"trigonometric", ManufacturedChoice::trigonometric}},
      "trigonometric: all unknowns vary like sines along all axes; boundaries of kind exact have its values, "
      "and the run begins with it");
}

void ManufacturedOptions::require_for(std::span<const BoundaryCondition> conditions) const {
  const bool any_exact = std::any_of(conditions.begin(), conditions.end(), [](const BoundaryCondition& c) {
    return c.kind == BoundaryKind::exact;
  });
  if (any_exact && !is_on()) {
    throw Error(ErrorKind::input, "a boundary is exact, but no exact flow is given",
                "manufactured.solution is none", "set manufactured.solution=trigonometric or another kind");
  }
}

}  // namespace trireme::flow
