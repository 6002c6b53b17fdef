// SPDX-License-Identifier: Apache-2.0
// The numbers by which hypre's interface names methods, as this project's options. Called by TriremeAMG_* and
// by the preloaded shim. All throw Error (input) for a number of a method that does not exist here, with
// those that do.
#pragma once

#include "amg/cycle/cycle_options.hpp"
#include "amg/hierarchy/setup_options.hpp"
#include "solvers/base/types.hpp"

namespace trireme::amg::hypre {

// 6 and 17 (by matrix products) extended+i, 14 and 16 extended, 3 direct.
InterpolationKind interpolation_of_number(GlobalIndex number);

// 8 PMIS, 10 HMIS.
CoarseningKind coarsening_of_number(GlobalIndex number);

// 4 multipass, 1 and 6 (by matrix products) extended+i in two stages.
AggressiveInterpolation aggressive_interpolation_of_number(GlobalIndex number);

// Smoothers 3, 4, 6, 8, 13, 14, 16, 18.
Relaxation smoother_of_number(GlobalIndex number);
// These, and direct solutions: 9, 19, 98, 99 (hypre's differ in their pivoting).
Relaxation coarse_solver_of_number(GlobalIndex number);

}  // namespace trireme::amg::hypre
