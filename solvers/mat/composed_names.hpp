// SPDX-License-Identifier: Apache-2.0
// PETSc finds conversions and matrix-matrix products by names made of type names, such as
// MatConvert_mpiaij_hypre_C. A matrix of a derived type must offer them under its own name too, or PCHYPRE
// and products with dense matrices refuse it.
#pragma once

#include <petscmat.h>

namespace trireme::mat {

// Composes every function of `matrix` whose name holds base_type as a word again with omp_type in its place,
// except conversions to base_type's own derived types (mpiaijperm, ...), which take over data that is in use
// here: these go through through_base. Local to the rank.
PetscErrorCode compose_under_own_name(Mat matrix, const char* base_type, const char* omp_type,
                                      PetscErrorCode (*through_base)(Mat, MatType, MatReuse, Mat*));

}  // namespace trireme::mat
