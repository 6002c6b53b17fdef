// SPDX-License-Identifier: Apache-2.0
// The Jacobian of the first-order residual with the flux's dissipation held fixed, plus the pseudo-time term:
// the preconditioner's matrix, or the operator itself when nothing is matrix-free. Fills the value arrays of
// a block CSR matrix laid out by BlockPattern; knows no PETSc. Called by nonlinear/jacobian_matrix once a
// pseudo-time step.
#pragma once

#include <span>
#include <vector>

#include "fun3d/discretization/block_pattern.hpp"
#include "fun3d/discretization/residual.hpp"
#include "solvers/base/array.hpp"

namespace trireme::flow {

template <class E>
class Jacobian {
 public:
  // The plan must outlive the Jacobian. prescribe_exact: rows of exact boundary vertices become identity
  // rows.
  Jacobian(const MeshPlan& plan, const typename E::Parameters& parameters, bool prescribe_exact);

  const BlockPattern& pattern() const { return pattern_; }

  // state [n_local, N] with up-to-date ghosts; wave_speed_sums [n_owned]; own_values and ghost_values: blocks
  // of N * N by columns in the pattern's order, overwritten. An infinite cfl drops the pseudo-time term.
  // Local.
  void fill(const double* state, std::span<const double> wave_speed_sums, double cfl, double* own_values,
            double* ghost_values) const;

 private:
  void fill_edges(const double* state, double* own_values, double* ghost_values) const;
  void add_boundary(const double* state, double* own_values) const;
  void hold_planes_of_symmetry(double* own_values, double* ghost_values) const;
  void prescribe_rows(double* own_values, double* ghost_values) const;

  const MeshPlan* plan_;
  typename E::Parameters parameters_;
  bool prescribe_exact_;
  BlockPattern pattern_;
  // Slots of each thread's edge lists, in visiting order [n, 2].
  std::vector<Array<LocalIndex>> interior_slots_, halo_slots_;
};

}  // namespace trireme::flow
