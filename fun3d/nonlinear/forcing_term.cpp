// SPDX-License-Identifier: Apache-2.0
#include "fun3d/nonlinear/forcing_term.hpp"

#include <algorithm>

namespace trireme::flow {

double next_tolerance(const LinearSolverOptions& options, ForcingMemory& memory, double norm) {
  const double tightest = options.relative_tolerance;
  const double loosest = std::max(options.largest_tolerance, tightest);
  double tolerance = loosest;
  if (memory.norm > 0) {
    const double ratio = norm / memory.norm;
    const double safeguard = 0.9 * memory.tolerance * memory.tolerance;
    tolerance = std::max(0.9 * ratio * ratio, safeguard > 0.1 ? safeguard : 0.0);
  }
  memory = {.norm = norm, .tolerance = std::clamp(tolerance, tightest, loosest)};
  return memory.tolerance;
}

}  // namespace trireme::flow
