// SPDX-License-Identifier: Apache-2.0
#include "amg/hypre/boomer_solver.hpp"

#include <cmath>

#include "amg/hypre/hypre_call.hpp"

namespace trireme::amg::hypre {

BoomerSolver::BoomerSolver(const comm::Communicator& comm, const BoomerPreset& preset,
                           const KrylovSettings& settings, int block_size)
    : comm_(comm), settings_(settings) {
  check(HYPRE_BoomerAMGCreate(&boomer_));
  HYPRE_BoomerAMGSetCoarsenType(boomer_, preset.coarsen_type);
  HYPRE_BoomerAMGSetInterpType(boomer_, preset.interpolation_type);
  HYPRE_BoomerAMGSetPMaxElmts(boomer_, preset.max_per_row);
  HYPRE_BoomerAMGSetKeepTranspose(boomer_, preset.keep_transpose ? 1 : 0);
  HYPRE_BoomerAMGSetAggNumLevels(boomer_, preset.aggressive_levels);
  HYPRE_BoomerAMGSetAggInterpType(boomer_, preset.aggressive_interpolation);
  HYPRE_BoomerAMGSetStrongThreshold(boomer_, preset.strength_threshold);
  HYPRE_BoomerAMGSetMaxRowSum(boomer_, preset.max_row_sum);
  HYPRE_BoomerAMGSetNumFunctions(boomer_, block_size);
  HYPRE_BoomerAMGSetMaxIter(boomer_, 1);
  HYPRE_BoomerAMGSetTol(boomer_, 0);
  HYPRE_BoomerAMGSetPrintLevel(boomer_, 0);
  if (settings.method == Krylov::cg) {
    check(HYPRE_ParCSRPCGCreate(comm.handle(), &krylov_));
    HYPRE_ParCSRPCGSetTwoNorm(krylov_, 1);
    HYPRE_ParCSRPCGSetTol(krylov_, settings.relative_tolerance);
    HYPRE_ParCSRPCGSetMaxIter(krylov_, settings.max_iterations);
    check(HYPRE_ParCSRPCGSetPrecond(krylov_, HYPRE_BoomerAMGSolve, HYPRE_BoomerAMGSetup, boomer_));
  } else {
    check(HYPRE_ParCSRGMRESCreate(comm.handle(), &krylov_));
    HYPRE_ParCSRGMRESSetKDim(krylov_, settings.restart);
    HYPRE_ParCSRGMRESSetTol(krylov_, settings.relative_tolerance);
    HYPRE_ParCSRGMRESSetMaxIter(krylov_, settings.max_iterations);
    check(HYPRE_ParCSRGMRESSetPrecond(krylov_, HYPRE_BoomerAMGSolve, HYPRE_BoomerAMGSetup, boomer_));
  }
}

BoomerSolver::~BoomerSolver() {
  if (settings_.method == Krylov::cg)
    HYPRE_ParCSRPCGDestroy(krylov_);
  else
    HYPRE_ParCSRGMRESDestroy(krylov_);
  HYPRE_BoomerAMGDestroy(boomer_);
}

void BoomerSolver::set_up(const HypreMatrix& matrix, const HypreVector& rhs, const HypreVector& solution) {
  check(settings_.method == Krylov::cg
            ? HYPRE_ParCSRPCGSetup(krylov_, matrix.handle(), rhs.handle(), solution.handle())
            : HYPRE_ParCSRGMRESSetup(krylov_, matrix.handle(), rhs.handle(), solution.handle()));
}

KrylovResult BoomerSolver::solve(const HypreMatrix& matrix, const HypreVector& rhs,
                                 const HypreVector& solution) {
  HYPRE_Real residual = 0;
  HYPRE_Int iterations = 0;
  if (settings_.method == Krylov::cg) {
    HYPRE_ParCSRPCGSolve(krylov_, matrix.handle(), rhs.handle(), solution.handle());
    HYPRE_ParCSRPCGGetNumIterations(krylov_, &iterations);
    HYPRE_ParCSRPCGGetFinalRelativeResidualNorm(krylov_, &residual);
  } else {
    HYPRE_ParCSRGMRESSolve(krylov_, matrix.handle(), rhs.handle(), solution.handle());
    HYPRE_ParCSRGMRESGetNumIterations(krylov_, &iterations);
    HYPRE_ParCSRGMRESGetFinalRelativeResidualNorm(krylov_, &residual);
  }
  HYPRE_ClearAllErrors();  // not converged is told by the result
  KrylovResult result;
  result.iterations = static_cast<int>(iterations);
  result.finite = std::isfinite(residual);
  result.converged = result.finite && residual <= settings_.relative_tolerance;
  return result;
}

BuildSwitches build_switches() {
  BuildSwitches switches{};
#ifdef HYPRE_USING_OPENMP
  switches.openmp = true;
#endif
#ifdef HYPRE_HOPSCOTCH
  switches.hopscotch = true;
#endif
#ifdef HYPRE_USING_PERSISTENT_COMM
  switches.persistent_communication = true;
#endif
  switches.version = HYPRE_RELEASE_VERSION;
  return switches;
}

}  // namespace trireme::amg::hypre
