// SPDX-License-Identifier: Apache-2.0
// A flow case from the deck to the files: mesh, plan, initial state, pseudo-transient loop, results. The body
// of trireme-fun3d.
#pragma once

#include "fun3d/case/flow_case.hpp"
#include "solvers/program/context.hpp"
#include "solvers/program/exit_code.hpp"

namespace trireme::flow {

// Collective. Exit codes: done when the residual has dropped as asked, limit when the steps ran out,
// numerical when the run diverged, stopped on request; in all of them the last good state is written. Throws
// Error for decks, meshes and files.
program::ExitCode run_flow(program::Context& context, const FlowCase& flow_case);

// For --check: reads or generates the mesh and resolves the boundary, without solving. Collective.
program::ExitCode check_flow(program::Context& context, const FlowCase& flow_case);

}  // namespace trireme::flow
