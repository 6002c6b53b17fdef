// SPDX-License-Identifier: Apache-2.0
// What a program has set of a BoomerAMG, read from hypre's own object when it is set up, as settings of this
// project's multigrid; or why it cannot be had here. Called by the preloaded shim. The implementation knows
// hypre's internal headers, so it is right for the one release that it was compiled with.
#pragma once

#include "amg/hypre/amg_handle.hpp"

namespace trireme::amg::preload {

// Whether the hypre in this process is the release that this was compiled with. Local.
bool is_the_hypre_compiled_with();

// Writes into `amg` what is set of `boomer`. Throws Error (input) naming the first setting that does not
// exist here. matrix: of the set-up, whose rows may each have been given a function. hypre's limit of the
// coarsest level's size is taken only where it is larger than this project's: the coarsest level is solved
// directly either way. Local.
void take_settings(HYPRE_Solver boomer, HYPRE_ParCSRMatrix matrix, hypre::AmgHandle& amg);

// The part of them that may change between set-up and solve: tolerance, cycles, printing.
void take_iteration_settings(HYPRE_Solver boomer, hypre::AmgHandle& amg);

// Tells hypre's object how the last solve went, so that hypre's own getters answer. Local.
void report_solve(HYPRE_Solver boomer, const hypre::AmgHandle& amg);

}  // namespace trireme::amg::preload
