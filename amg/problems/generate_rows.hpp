// SPDX-License-Identifier: Apache-2.0
// One rank's rows of a problem. Called by the program and by tests.
#pragma once

#include "amg/matrix/global_rows.hpp"
#include "amg/problems/row_problem.hpp"

namespace trireme::amg {

struct RowRange {
  GlobalIndex begin, end;
};

// The contiguous share of rank `rank` of `size`, in whole blocks; shares differ by at most one block, and are
// empty where there are fewer blocks than ranks.
RowRange rows_of_rank(GlobalIndex n_rows, int block_size, int rank, int size);

// Threaded; local. Throws Error (input) when one rank would hold more than 2^31 - 1 rows or nonzeros.
GlobalRows generate_rows(const RowProblem& problem, RowRange rows);

}  // namespace trireme::amg
