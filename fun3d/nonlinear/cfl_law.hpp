// SPDX-License-Identifier: Apache-2.0
// Switched evolution relaxation (Mulder & van Leer, J. Comput. Phys. 59, 1985): the CFL number grows as the
// residual falls, CFL_n = min(gain * CFL_0 |R_0| / |R_n|, CFL_max), CFL_0 in the first step. Guarded: between
// two steps it grows by a bounded factor and never falls below a floor; a rejected step cuts it, and the cut
// is taken back by and by.
#pragma once

#include "fun3d/nonlinear/pseudo_time_options.hpp"

namespace trireme::flow {

class CflLaw {
 public:
  explicit CflLaw(const PseudoTimeOptions& options) : options_(options) {}

  // The CFL number of a step that starts with the given residual norm; the first call defines |R_0|.
  double next(double residual_norm);
  // The step was rejected: the CFL number to try instead.
  double reject();

 private:
  PseudoTimeOptions options_;
  double initial_norm_ = -1.0;
  double cfl_ = 0.0;
  double cut_ = 1.0;  // product of rejection factors not yet taken back
};

}  // namespace trireme::flow
