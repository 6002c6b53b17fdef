// SPDX-License-Identifier: Apache-2.0
// PETSc finds conversions and matrix-matrix products by names made of type names, such as
// MatConvert_mpiaij_hypre_C. A matrix of a derived type must offer them under its own name too, or PCHYPRE
// and products with dense matrices refuse it.
#pragma once

#include <petscmat.h>

namespace trireme::mat {

// How conversions to other types are offered.
struct Conversions {
  // In place of the base type's own functions; null: these.
  PetscErrorCode (*to_other)(Mat, MatType, MatReuse, Mat*);
  // For types derived from the base (mpiaijperm, ...), whose conversions take over data that is in use here.
  PetscErrorCode (*to_derived)(Mat, MatType, MatReuse, Mat*);
};

// Composes every function of `matrix` whose name holds base_type as a word again with omp_type in its place.
// Local.
PetscErrorCode compose_under_own_name(Mat matrix, const char* base_type, const char* omp_type,
                                      const Conversions& conversions);

}  // namespace trireme::mat
