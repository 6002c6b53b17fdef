// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "amg/apps/trireme-amg/solve.hpp"
#include "amg/apps/trireme-amg/stopwatch.hpp"
#include "amg/petsc/pc_trireme.hpp"
#include "amg/petsc/pc_trireme_hierarchy.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/petsc/array_view.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::amg {

using petsc::check;

namespace {

const char* preconditioner_of(SolverFamily family) {
  switch (family) {
    case SolverFamily::trireme:
      return PCTRIREME;
    case SolverFamily::gamg:
      return PCGAMG;
    default:
      return PCHYPRE;
  }
}

PetscObjectHolder<KSP> make_solver(const comm::Communicator& comm, const SolverOptions& options,
                                   KrylovMethod krylov, Mat matrix) {
  PetscObjectHolder<KSP> holder;
  check(KSPCreate(comm.handle(), holder.place()));
  KSP ksp = holder.get();
  check(KSPSetOperators(ksp, matrix, matrix));
  if (krylov == KrylovMethod::cg) {
    check(KSPSetType(ksp, KSPCG));
  } else {
    check(KSPSetType(ksp, KSPGMRES));
    check(KSPGMRESSetRestart(ksp, options.restart));
    check(KSPSetPCSide(ksp, PC_RIGHT));
  }
  check(KSPSetNormType(ksp, KSP_NORM_UNPRECONDITIONED));
  check(KSPSetTolerances(ksp, options.relative_tolerance, 0, PETSC_DEFAULT, options.max_iterations));
  PC preconditioner = nullptr;
  check(KSPGetPC(ksp, &preconditioner));
  check(PCSetType(preconditioner, preconditioner_of(family_of(options.kind))));
  check(KSPSetFromOptions(ksp));
  return holder;
}

// A symmetric scaling that changes values by up to 10 %, the same for any rank count.
void change_values(Mat matrix, Vec like, GlobalIndex begin) {
  PetscObjectHolder<Vec> scaling;
  check(VecDuplicate(like, scaling.place()));
  {
    const petsc::WriteView view(scaling.get());
    for (std::size_t row = 0; row < view.span().size(); ++row)
      view.span()[row] = 1 + 0.0488 * symmetric_hash(1, begin + static_cast<GlobalIndex>(row), 0);
  }
  check(MatDiagonalScale(matrix, scaling.get(), scaling.get()));
}

// Of our own preconditioner.
HierarchyReport hierarchy_of(const comm::Communicator& comm, KSP ksp) {
  PC preconditioner = nullptr;
  check(KSPGetPC(ksp, &preconditioner));
  PetscBool is_ours = PETSC_FALSE;  // -pc_type may have chosen another
  check(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(preconditioner), PCTRIREME, &is_ours));
  HierarchyReport report;
  if (!is_ours) return report;
  const HierarchyFigures figures = hierarchy_figures(preconditioner);
  for (const LevelStatistics& level : figures.levels)
    report.levels.push_back({level.rows, level.nonzeros, level.interpolation_nonzeros});
  report.bytes = comm::all_sum(comm, figures.bytes_here);
  report.phases = {{"hierarchy", comm::all_max(comm, figures.setup_seconds)},
                   {"solve_form", comm::all_max(comm, figures.packing_seconds)}};
  return report;
}

void read_ending(KSP ksp, SolveResult& result) {
  KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
  PetscInt iterations = 0;
  check(KSPGetConvergedReason(ksp, &reason));
  check(KSPGetIterationNumber(ksp, &iterations));
  result.reason = KSPConvergedReasons[reason];
  result.iterations = static_cast<int>(iterations);
  result.ending = reason > 0                   ? Ending::converged
                  : reason == KSP_DIVERGED_ITS ? Ending::iteration_limit
                                               : Ending::failed;
}

}  // namespace

KrylovMethod chosen_krylov(const SolverOptions& options, const LinearSystem& system) {
  if (options.krylov != KrylovMethod::automatic) return options.krylov;
  return system.symmetric ? KrylovMethod::cg : KrylovMethod::gmres;
}

SolveResult solve_with_petsc(program::Context& context, const SolverOptions& options, LinearSystem& system) {
  const comm::Communicator& comm = context.comm;
  const bool ours = family_of(options.kind) == SolverFamily::trireme;
  if (ours) check(register_types());
  const std::string type = options.matrix_type != "automatic" ? options.matrix_type : ours ? "aijomp" : "aij";
  const auto matrix = assemble_matrix(comm, system, type.c_str());
  const KrylovMethod krylov = chosen_krylov(options, system);
  const GlobalIndex begin = system.rows.begin;
  system.rows = {};
  const auto rhs = make_vector(matrix.get(), system.rhs);
  PetscObjectHolder<Vec> solution;
  check(VecDuplicate(rhs.get(), solution.place()));

  SolveResult result;
  PetscObjectHolder<KSP> solver;
  for (int repetition = 0; repetition < options.repeat; ++repetition) {
    solver = make_solver(comm, options, krylov, matrix.get());
    check(VecSet(solution.get(), 0));
    Repetition times;
    {
      const log::ScopedStage stage(context.timers, "setup");
      times.setup = timed(comm, [&] { check(KSPSetUp(solver.get())); });
    }
    {
      const log::ScopedStage stage(context.timers, "solve");
      times.solve = timed(comm, [&] { check(KSPSolve(solver.get(), rhs.get(), solution.get())); });
    }
    result.repetitions.push_back(times);
  }
  read_ending(solver.get(), result);
  if (ours) result.hierarchy = hierarchy_of(comm, solver.get());
  result.residual = true_residual(matrix.get(), rhs.get(), solution.get());
  if (context.verbose) check(KSPView(solver.get(), PETSC_VIEWER_STDOUT_(comm.handle())));

  if (options.resetup && result.ending == Ending::converged) {
    const log::ScopedStage stage(context.timers, "resetup");
    change_values(matrix.get(), rhs.get(), begin);
    check(KSPSetOperators(solver.get(), matrix.get(), matrix.get()));
    Resetup resetup;
    resetup.seconds = timed(comm, [&] { check(KSPSetUp(solver.get())); });
    check(VecSet(solution.get(), 0));
    check(KSPSolve(solver.get(), rhs.get(), solution.get()));
    SolveResult again;
    read_ending(solver.get(), again);
    resetup.iterations = again.iterations;
    resetup.converged = again.ending == Ending::converged;
    result.resetup = resetup;
  }
  return result;
}

}  // namespace trireme::amg
