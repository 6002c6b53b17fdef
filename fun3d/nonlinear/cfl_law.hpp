// SPDX-License-Identifier: Apache-2.0
// Switched evolution relaxation (Mulder & van Leer, J. Comput. Phys. 59, 1985): the CFL number grows as the
// residual falls, CFL_n = min(gain * CFL_0 |R_0| / |R_n|, CFL_max), CFL_0 in the first step. Guarded: between
// two steps it grows by a bounded factor and never falls below a floor; a rejected step cuts it, and the cut
// is taken back by and by.
#pragma once

#include "fun3d/nonlinear/pseudo_time_options.hpp"

namespace trireme::flow {

// What the law knows between two steps.
struct CflMemory {
  double initial_norm = -1.0;  // |R_0|, negative before the first step
  double cfl = 0.0;            // of the last step, zero before the first
  double cut = 1.0;            // product of rejection factors not yet taken back
};

class CflLaw {
 public:
  explicit CflLaw(const PseudoTimeOptions& options, const CflMemory& memory = {})
      : options_(options.resolved(false)), memory_(memory) {}

  // With which the law asks for `factor` times the CFL numbers, from the first step on: for a run that begins
  // with more than the free stream. options: resolved. initial_norm: |R_0|.
  static CflMemory memory_for(const PseudoTimeOptions& options, double initial_norm, double factor);

  // The CFL number of a step that starts with the given residual norm; the first call defines |R_0| unless
  // the memory holds one.
  double next(double residual_norm);
  // The step was rejected: the CFL number to try instead.
  double reject();

  const CflMemory& memory() const { return memory_; }

 private:
  PseudoTimeOptions options_;
  CflMemory memory_;
};

}  // namespace trireme::flow
