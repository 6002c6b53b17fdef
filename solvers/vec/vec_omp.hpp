// SPDX-License-Identifier: Apache-2.0
// The PETSc Vec type `omp`: `seqomp` on one rank, `mpiomp` on several. It is PETSc's VECSEQ/VECMPI, same data
// layout, views, scatters and stashes, whose local work is threaded, gives the same bits for any thread
// count, and whose memory is first touched by the threads that work on it. Chosen by -vec_type omp,
// -dm_vec_type omp, or by a Mat of type aijomp or baijomp. It holds no ghost entries (VecCreateGhost stays
// with VECMPI).
#pragma once

#include <petscvec.h>

namespace trireme::vec {

inline constexpr char type_omp[] = "omp";
inline constexpr char type_seqomp[] = "seqomp";
inline constexpr char type_mpiomp[] = "mpiomp";

// Called by petsc::register_types(). Local to the rank.
PetscErrorCode register_vec_omp();

}  // namespace trireme::vec
