// SPDX-License-Identifier: Apache-2.0
#include "amg/apps/trireme-amg/solve.hpp"
#include "solvers/base/error.hpp"

#ifdef TRIREME_HAVE_HYPRE

#include <algorithm>
#include <memory>

#include "amg/apps/trireme-amg/stopwatch.hpp"
#include "amg/hypre/boomer_solver.hpp"

namespace trireme::amg {

namespace {

HierarchyReport report_of(const hypre::HierarchyCounts& counts) {
  HierarchyReport report;
  for (const auto& level : counts.levels)
    report.levels.push_back({level.rows, level.nonzeros, level.interpolation_nonzeros});
  report.bytes = counts.bytes;
  return report;
}

}  // namespace

SolveResult solve_with_hypre(program::Context& context, const SolverOptions& options, LinearSystem& system) {
  const comm::Communicator& comm = context.comm;
  const hypre::HypreMatrix hypre_matrix(comm, system.rows);
  const int block_size = system.rows.block_size;
  system.rows = {};
  const std::vector<double> zero(system.rhs.size(), 0.0);
  hypre::HypreVector hypre_rhs(comm, hypre_matrix, system.rhs);
  hypre::HypreVector hypre_solution(comm, hypre_matrix, zero);
  const hypre::KrylovSettings settings{
      .method = chosen_krylov(options, system) == KrylovMethod::cg ? hypre::Krylov::cg : hypre::Krylov::gmres,
      .relative_tolerance = options.relative_tolerance,
      .max_iterations = options.max_iterations,
      .restart = options.restart};

  SolveResult result;
  std::unique_ptr<hypre::BoomerSolver> solver;
  hypre::KrylovResult krylov;
  for (int repetition = 0; repetition < options.repeat; ++repetition) {
    solver = std::make_unique<hypre::BoomerSolver>(comm, hypre::preset(options.kind.substr(6)), settings,
                                                   block_size);
    hypre_solution.set(zero);
    Repetition times;
    {
      const log::ScopedStage stage(context.timers, "setup");
      times.setup = timed(comm, [&] { solver->set_up(hypre_matrix, hypre_rhs, hypre_solution); });
    }
    {
      const log::ScopedStage stage(context.timers, "solve");
      times.solve = timed(comm, [&] { krylov = solver->solve(hypre_matrix, hypre_rhs, hypre_solution); });
    }
    result.repetitions.push_back(times);
  }
  result.hierarchy = report_of(solver->hierarchy());
  result.iterations = krylov.iterations;
  result.residual = hypre::relative_residual(comm, hypre_matrix, hypre_rhs, hypre_solution);
  result.ending = krylov.converged                                               ? Ending::converged
                  : krylov.finite && krylov.iterations >= options.max_iterations ? Ending::iteration_limit
                                                                                 : Ending::failed;
  result.reason = krylov.converged                           ? "converged"
                  : result.ending == Ending::iteration_limit ? "iteration limit"
                  : krylov.finite                            ? "hypre gave up before the iteration limit"
                                                             : "not a number";
  return result;
}

}  // namespace trireme::amg

#else

namespace trireme::amg {

SolveResult solve_with_hypre(program::Context&, const SolverOptions&, LinearSystem&) {
  throw Error(ErrorKind::input, "there is no hypre in this build");
}

}  // namespace trireme::amg

#endif
