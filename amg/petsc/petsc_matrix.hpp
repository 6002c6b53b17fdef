// SPDX-License-Identifier: Apache-2.0
// A PETSc matrix of the AIJ family as the multigrid's MatrixView: offsets, columns and values are PETSc's own
// arrays (copied are offsets and columns alone, and only where PetscInt has 64 bits). Called by the set-up of
// the PC `trireme`. Holds the arrays for its own lifetime.
#pragma once

#include <memory>
#include <vector>

#include <petscmat.h>

#include "amg/matrix/distributed_matrix.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::amg {

class PetscMatrix {
 public:
  // matrix: assembled SEQAIJ or MPIAIJ, or a type derived from them, square, with the same distribution of
  // rows and columns. Throws the same Error on every rank: input for another type, a matrix that is not
  // square or has 2^31 nonzeros or more on a rank. Collective.
  explicit PetscMatrix(Mat matrix);
  ~PetscMatrix();
  PetscMatrix(const PetscMatrix&) = delete;
  PetscMatrix& operator=(const PetscMatrix&) = delete;

  const MatrixView& view() const { return view_; }
  // Whether all values on all ranks are finite. Collective.
  bool is_finite() const;

 private:
  // One sequential part.
  struct Part {
    Mat matrix = nullptr;
    PetscInt rows = 0;
    const PetscInt* offsets = nullptr;
    const PetscInt* columns = nullptr;
    const PetscScalar* values = nullptr;
    std::vector<LocalIndex> narrow_offsets, narrow_columns;  // only where PetscInt is wider than LocalIndex

    CsrView borrow(Mat part);
    void give_back();
  };

  std::shared_ptr<const comm::Communicator> comm_;
  Part diagonal_, off_diagonal_;
  std::vector<LocalIndex> no_offsets_;  // of the off-diagonal part that one rank does not have
  std::vector<GlobalIndex> ghost_columns_;
  MatrixView view_;
};

}  // namespace trireme::amg
