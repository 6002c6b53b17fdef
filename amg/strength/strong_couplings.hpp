// SPDX-License-Identifier: Apache-2.0
// The strong couplings of a level and its diagonal: what coarsening and interpolation look at. Made once a
// level by the set-up.
#pragma once

#include "amg/kernels/strength.hpp"
#include "amg/matrix/distributed_matrix.hpp"
#include "amg/matrix/local_rows.hpp"

namespace trireme::amg {

struct StrongCouplings {
  Pattern strong;          // local columns: owned, then ghosts
  Array<double> diagonal;  // [n_rows], 0 where missing
};

// Local. Cost: one pass over the matrix; memory: as many indices as the matrix has entries, touched where
// couplings are strong.
StrongCouplings find_strong_couplings(const MatrixView& matrix, const kernels::StrengthCriterion& criterion);

}  // namespace trireme::amg
