// SPDX-License-Identifier: Apache-2.0
// A 64-bit hash of where this rank's rows of a matrix have entries: of the offsets and columns of both parts
// and of the ghosts' global numbers, in the order in which they are stored. Called at each set-up, to tell
// whether a kept hierarchy fits.
#pragma once

#include <cstdint>

#include "amg/matrix/distributed_matrix.hpp"

namespace trireme::amg {

// Local: ranks have hashes of their own. The same for any thread count. Cost: reading the indices once.
std::uint64_t pattern_hash(const MatrixView& matrix);

}  // namespace trireme::amg
