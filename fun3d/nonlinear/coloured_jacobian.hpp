// SPDX-License-Identifier: Apache-2.0
// The Jacobian of the second-order residual as an assembled matrix, by differences: PETSc's MatFDColoring
// changes at once all unknowns that no equation shares (Curtis, Powell & Reid, J. Inst. Math. Appl. 13,
// 1974). Gradients and limiters of both ends make an edge's flux depend on the neighbours of its ends, so a
// vertex has a row of its neighbours' neighbours. Called by nonlinear/newton_step for jacobian=coloured.
#pragma once

#include <petscmat.h>
#include <petscsnes.h>

#include "fun3d/discretization/block_pattern.hpp"
#include "fun3d/nonlinear/petsc_handle.hpp"
#include "meshes/core/flow_mesh.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::flow {

class ColouredJacobian {
 public:
  // A function as SNES has it, called with context and no SNES; its arguments are [n_owned, n_unknowns].
  using Function = PetscErrorCode (*)(SNES, Vec, Vec, void*);

  // relative_step: of an unknown's change, of one where the unknown is smaller than one. PETSc's
  // -mat_fd_coloring_err, _umin and -mat_fd_type override it, -mat_coloring_type the way vertices are
  // coloured. Collective. Memory: 12 bytes (20 with 64-bit indices) for every pair of an equation and an
  // unknown, about 1,000 to 1,600 pairs for each equation of a tetrahedral mesh.
  ColouredJacobian(const comm::Communicator& comm, const mesh::FlowMesh& mesh, const BlockPattern& pattern,
                   int n_unknowns, double relative_step, Function function, void* context);

  Mat mat() const { return mat_.get(); }
  // How often the function is evaluated in refill, but for one.
  PetscInt n_colours() const { return n_colours_; }

  // At q, with a function value for each colour. Collective.
  void refill(Vec q);

 private:
  PetscHandle<Mat, MatDestroy> mat_;
  PetscHandle<MatFDColoring, MatFDColoringDestroy> differences_;
  PetscInt n_colours_ = 0;
};

}  // namespace trireme::flow
