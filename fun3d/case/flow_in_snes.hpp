// SPDX-License-Identifier: Apache-2.0
// The steady flow of a case as the nonlinear system of somebody else's SNES: F(q) = R(q), Jacobian-free, with
// the assembled first-order Jacobian to precondition with. For programs that use the library without
// trireme-fun3d, as examples/flow_in_your_snes does.
#pragma once

#include <memory>
#include <vector>

#include <petscsnes.h>

#include "fun3d/case/flow_case.hpp"
#include "fun3d/nonlinear/jacobian_matrix.hpp"
#include "fun3d/physics/equation_sets.hpp"
#include "solvers/log/logger.hpp"

namespace trireme::flow {

template <class E>
class FlowInSnes {
 public:
  // Registers Trireme's PETSc types; loads and partitions the mesh; of the case also section boundary, flow,
  // limiter and linear_solver.matrix_type are read. Collective. Throws Error (input).
  FlowInSnes(const comm::Communicator& comm, const FlowCase& flow_case);
  FlowInSnes(const FlowInSnes&) = delete;
  FlowInSnes& operator=(const FlowInSnes&) = delete;

  // Sets function and Jacobian of the SNES; everything else about it, options included, is the caller's. The
  // object must outlive the solves. Collective.
  void attach(SNES snes);

  // A vector of the system, unknowns interlaced by vertex in the order of mesh(), with the free stream in it.
  // Collective.
  PetscHandle<Vec, VecDestroy> free_stream() const;

  const mesh::FlowMesh& mesh() const { return *mesh_; }
  // Whose local_state() and plan() forces and output are made from.
  const Residual<E>& residual() const { return residual_; }

 private:
  static PetscErrorCode function(SNES, Vec q, Vec f, void* self);
  static PetscErrorCode jacobian(SNES, Vec q, Mat matrix_free, Mat assembled, void* self);

  std::shared_ptr<const mesh::FlowMesh> mesh_;
  typename E::Parameters parameters_;
  MeshPlan plan_;
  Residual<E> residual_;
  Jacobian<E> blocks_;
  JacobianMatrix<E> matrix_;
  std::vector<double> wave_speed_sums_;  // [n_owned]
};

}  // namespace trireme::flow
