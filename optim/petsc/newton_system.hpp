// SPDX-License-Identifier: Apache-2.0
// The linear system of a Newton step, (H + (lambda + damping) I) v = g, on replicated vectors under a PETSc
// Krylov method (KSPCG; KSPFCG where the preconditioner is no fixed matrix). Every rank runs the same
// iterations on the same bits; only the product with H communicates, by one all-reduce. Called by `dance`.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <petscksp.h>

#include "optim/petsc/petsc_holder.hpp"
#include "optim/problem/regularized_objective.hpp"

namespace trireme::optim {

struct NewtonDirection {
  std::vector<double> v;
  int iterations = 0;
  bool negative_curvature = false;  // then v is CG's last iterate, or g where there was none
  bool finite = true;
};

class NewtonSystem {
 public:
  // prefix: of the Krylov method's options, as in "tao_dance_" for -tao_dance_ksp_type. preconditioned: PC
  // `localhess` rather than none. Throws Error.
  NewtonSystem(RegularizedObjective& objective, RegularizedObjective::Curvature curvature,
               const std::string& prefix, int localhess_rows, double localhess_mu);

  // To ||H v - g|| <= forcing ||g||. Collective.
  NewtonDirection solve(std::span<const double> w, SampleSet set, double damping, std::span<const double> g,
                        double forcing);

 private:
  static PetscErrorCode multiply(Mat matrix, Vec x, Vec y);

  RegularizedObjective& objective_;
  RegularizedObjective::Curvature curvature_;
  int localhess_rows_;
  PetscHolder<Mat> matrix_;
  PetscHolder<KSP> ksp_;
  PetscHolder<Vec> right_, solution_;
  std::span<const double> w_;
  SampleSet set_;
  double damping_ = 0;
};

}  // namespace trireme::optim
