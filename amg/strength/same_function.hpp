// SPDX-License-Identifier: Apache-2.0
// The "unknown-based" approach to systems of equations (Ruge and Stueben 1987; hypre's num_functions and
// dof_func): strength, splitting and interpolation look only at couplings between rows of the same function,
// that is, at a matrix without the others; the coarse matrix is that of the whole one. Called by
// build_hierarchy once a level.
#pragma once

#include <span>

#include "amg/coarsen/coarse_points.hpp"
#include "amg/matrix/distributed_matrix.hpp"

namespace trireme::amg {

// The matrix without couplings between different functions. functions [n_rows]: of each row. Ghosts and plan
// stay those of the matrix, so that some ghosts may have no entry. Collective. Cost: two passes over the
// matrix.
DistributedMatrix same_function_couplings(const MatrixView& matrix, std::span<const LocalIndex> functions);

// Of the coarse points, [coarse points of this rank]. functions, types [n_rows]. Local.
Array<LocalIndex> coarse_functions(std::span<const LocalIndex> functions, const CoarsePoints& coarse);

}  // namespace trireme::amg
