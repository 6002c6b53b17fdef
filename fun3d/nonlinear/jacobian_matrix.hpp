// SPDX-License-Identifier: Apache-2.0
// The assembled Jacobian as a PETSc matrix of any blocked type: made once with the pattern's preallocation,
// refilled from discretization/jacobian in every step. Where a mesh has periodic images, several ghosts of a
// row may be one column of the matrix, which may even be the row's own: their blocks add up.
#pragma once

#include <string>
#include <vector>

#include <petscmat.h>

#include "fun3d/discretization/jacobian.hpp"
#include "fun3d/nonlinear/petsc_handle.hpp"
#include "solvers/base/array.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::flow {

template <class E>
class JacobianMatrix {
 public:
  // Collective. type: a PETSc matrix type; -mat_type overrides it. `jacobian` must outlive the object. Throws
  // Error (input) when PETSc does not know the type.
  JacobianMatrix(const comm::Communicator& comm, const mesh::FlowMesh& mesh, const Jacobian<E>& jacobian,
                 const std::string& type);

  Mat mat() const { return mat_.get(); }

  // Arguments as Jacobian::fill. Collective.
  void refill(const double* state, std::span<const double> wave_speed_sums, double cfl);

 private:
  // [n_owned] numbers of blocks a row: in, those of the pattern; out, those of different columns on this rank
  // and elsewhere.
  void count_different_columns(std::vector<PetscInt>& own, std::vector<PetscInt>& ghost) const;
  void insert(std::span<const LocalIndex> offsets, std::span<const PetscInt> columns, const double* values);

  const Jacobian<E>* jacobian_;
  GlobalIndex first_row_;
  std::vector<PetscInt> own_columns_, ghost_columns_;  // in the global numbering
  InsertMode mode_;                                    // ADD_VALUES with periodic images
  Array<double> own_values_, ghost_values_;
  PetscHandle<Mat, MatDestroy> mat_;
};

}  // namespace trireme::flow
