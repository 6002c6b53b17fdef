// SPDX-License-Identifier: Apache-2.0
// Problems in which some unknowns are coupled with nothing: an identity block behind the last row, as of
// inactive cells, or rows of the problem itself whose values are prescribed, with their couplings removed on
// both sides.
#pragma once

#include "amg/problems/row_problem.hpp"

namespace trireme::amg {

// count: >= 0, rounded up to whole blocks.
ProblemPointer with_identity_block(ProblemPointer base, GlobalIndex count);

// Prescribes the unknowns whose row is a multiple of `every`; 1 leaves nothing but the identity.
ProblemPointer with_prescribed_rows(ProblemPointer base, GlobalIndex every);

}  // namespace trireme::amg
