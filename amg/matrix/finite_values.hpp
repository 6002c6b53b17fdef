// SPDX-License-Identifier: Apache-2.0
// Whether a matrix can be worked on at all. Called by the doors before they set up a hierarchy.
#pragma once

#include "amg/matrix/distributed_matrix.hpp"

namespace trireme::amg {

// Whether all values on all ranks are finite. Collective. Cost: a pass over the values.
bool all_values_finite(const MatrixView& matrix);

}  // namespace trireme::amg
