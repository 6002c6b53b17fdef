// SPDX-License-Identifier: Apache-2.0
// A PETSc matrix of the AIJ family as the multigrid's MatrixView: offsets, columns and values are PETSc's own
// arrays, held for this object's lifetime. Called by the set-up of the PC `trireme`.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <petscmat.h>

#include "amg/matrix/distributed_matrix.hpp"
#include "solvers/comm/communicator.hpp"
#include "solvers/petsc/sequential_rows.hpp"

namespace trireme::amg {

class PetscMatrix {
 public:
  // matrix: assembled SEQAIJ or MPIAIJ, or a type derived from them, square, with the same distribution of
  // rows and columns. Throws the same Error on every rank: input for another type, a matrix that is not
  // square or has 2^31 nonzeros or more on a rank. Collective.
  explicit PetscMatrix(Mat matrix);
  PetscMatrix(const PetscMatrix&) = delete;
  PetscMatrix& operator=(const PetscMatrix&) = delete;

  const MatrixView& view() const { return view_; }

 private:
  std::shared_ptr<const comm::Communicator> comm_;
  std::optional<petsc::SequentialRows> diagonal_, off_diagonal_;
  std::vector<LocalIndex> no_offsets_;  // of the off-diagonal part that one rank does not have
  std::vector<GlobalIndex> ghost_columns_;
  MatrixView view_;
};

}  // namespace trireme::amg
