// SPDX-License-Identifier: Apache-2.0
// What a PETSc matrix tells of its unknowns: its block size, and the vectors of its near-null space
// (MatSetNearNullSpace). Called by the set-up of the PC `trireme`.
#pragma once

#include <petscmat.h>

#include "amg/hierarchy/build_hierarchy.hpp"

namespace trireme::amg {

// Copies the vectors. Without a near-null space: a constant for each unknown of a node. Throws
// trireme::Error. Collective.
NodeSpace petsc_node_space(Mat matrix);

}  // namespace trireme::amg
