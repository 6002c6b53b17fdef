// SPDX-License-Identifier: Apache-2.0
// Tells the user and the run record where the final state needed first-order fluxes. Called by case/flow_run.
#pragma once

#include "fun3d/discretization/fallback.hpp"
#include "solvers/program/context.hpp"

namespace trireme::flow {

// Record entries fallback.vertices and, where there are any, fallback.worst; one warning with the worst
// vertex. The same report on every rank. Local.
void report_fallback(program::Context& context, const FallbackReport& report);

}  // namespace trireme::flow
