// SPDX-License-Identifier: Apache-2.0
// The PETSc Mat types `aijomp` and `baijomp`: PETSc's AIJ and BAIJ (same storage, assembly, factorisations,
// products), with threaded products whose rows are shared out by their nonzeros and whose halo exchange
// overlaps the local part. `seqaijomp`/`mpiaijomp` and `seqbaijomp`/`mpibaijomp` are the types on one rank
// and on several. PETSc compares base types by prefix, so every stock preconditioner takes them for the AIJ
// or BAIJ matrices that they are. Their default vectors are of type `omp`. Chosen by -mat_type aijomp,
// -dm_mat_type aijomp, MatSetType or MatConvert.
#pragma once

#include <petscmat.h>

namespace trireme::mat {

inline constexpr char type_aijomp[] = "aijomp";
inline constexpr char type_seqaijomp[] = "seqaijomp";
inline constexpr char type_mpiaijomp[] = "mpiaijomp";
inline constexpr char type_baijomp[] = "baijomp";
inline constexpr char type_seqbaijomp[] = "seqbaijomp";
inline constexpr char type_mpibaijomp[] = "mpibaijomp";

// Called by petsc::register_types(). Local to the rank.
PetscErrorCode register_mat_omp();

}  // namespace trireme::mat
