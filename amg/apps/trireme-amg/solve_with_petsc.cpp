// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "amg/apps/trireme-amg/solve.hpp"
#include "amg/apps/trireme-amg/stopwatch.hpp"
#include "amg/petsc/pc_trireme.hpp"
#include "amg/petsc/pc_trireme_hierarchy.hpp"
#include "amg/problems/generate_rows.hpp"
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
    // Flexible: a cycle in single precision is linear to 7 digits only, and GMRES would take its residual for
    // true beyond them.
    check(KSPSetType(ksp, KSPFGMRES));
    check(KSPGMRESSetRestart(ksp, options.restart));
  }
  check(KSPSetNormType(ksp, KSP_NORM_UNPRECONDITIONED));
  check(KSPSetTolerances(ksp, options.relative_tolerance, 0, PETSC_DEFAULT, options.max_iterations));
  PC preconditioner = nullptr;
  check(KSPGetPC(ksp, &preconditioner));
  check(PCSetType(preconditioner, preconditioner_of(family_of(options.kind))));
  check(KSPSetFromOptions(ksp));
  return holder;
}

// Changes the values of a matrix by up to 10 %, the same for any rank count: D A D for the original A and a
// diagonal D that is new each time.
class ChangingValues {
 public:
  // like: a vector of the matrix's rows. begin: its first row here.
  ChangingValues(Mat matrix, Vec like, GlobalIndex begin) : matrix_(matrix), begin_(begin) {
    check(VecDuplicate(like, scaling_.place()));
    check(VecDuplicate(like, step_.place()));
    check(VecSet(scaling_.get(), 1));
  }
  void change() {
    ++changes_;
    {
      const petsc::WriteView step(step_.get()), scaling(scaling_.get());
      for (std::size_t row = 0; row < step.span().size(); ++row) {
        const double factor =
            1 + 0.0488 * symmetric_hash(changes_, begin_ + static_cast<GlobalIndex>(row), 0);
        step.span()[row] = factor / scaling.span()[row];
        scaling.span()[row] = factor;
      }
    }
    check(MatDiagonalScale(matrix_, step_.get(), step_.get()));
  }

 private:
  Mat matrix_;
  GlobalIndex begin_;
  std::uint64_t changes_ = 0;
  PetscObjectHolder<Vec> scaling_, step_;
};

PC preconditioner_of(KSP ksp) {
  PC preconditioner = nullptr;
  check(KSPGetPC(ksp, &preconditioner));
  return preconditioner;
}

// Whether it is this project's: -pc_type may have chosen another.
bool is_ours(KSP ksp) {
  PetscBool ours = PETSC_FALSE;
  check(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(preconditioner_of(ksp)), PCTRIREME, &ours));
  return ours == PETSC_TRUE;
}

nlohmann::json phases_of(const comm::Communicator& comm, const HierarchyFigures& figures) {
  const auto slowest = [&](double seconds) { return comm::all_max(comm, seconds); };
  return {{"hierarchy", slowest(figures.setup_seconds)},
          {"strength", slowest(figures.times.strength)},
          {"coarsening", slowest(figures.times.coarsening)},
          {"interpolation", slowest(figures.times.interpolation)},
          {"transpose", slowest(figures.times.transpose)},
          {"product", slowest(figures.times.product)},
          {"packing", slowest(figures.packing_seconds)}};
}

// Of our own preconditioner.
HierarchyReport hierarchy_of(const comm::Communicator& comm, KSP ksp) {
  HierarchyReport report;
  if (!is_ours(ksp)) return report;
  const HierarchyFigures figures = hierarchy_figures(preconditioner_of(ksp));
  for (const LevelStatistics& level : figures.statistics.levels)
    report.levels.push_back({level.matrix.rows, level.matrix.nonzeros, level.interpolation.nonzeros});
  report.bytes = comm::all_sum(comm, figures.bytes_here);
  report.kept_bytes = comm::all_sum(comm, figures.kept_bytes_here);
  report.phases = phases_of(comm, figures);
  if (const auto hash = hash_of_hierarchy(preconditioner_of(ksp)))
    report.hash = fmt::format("{:016x}", *hash);
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

// Seconds of a set-up for changed values.
double set_up_changed(const comm::Communicator& comm, KSP ksp, Mat matrix, ChangingValues& values) {
  values.change();
  check(KSPSetOperators(ksp, matrix, matrix));
  return timed(comm, [&] { check(KSPSetUp(ksp)); });
}

// Sets up once more for the same values, so that the preconditioner sees a pattern come back and keeps what
// it can, unless it has kept it from the start.
void make_keep(const comm::Communicator& comm, KSP ksp, Mat matrix, HierarchyReport& report) {
  if (report.kept_bytes > 0) return;
  check(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  check(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
  check(KSPSetOperators(ksp, matrix, matrix));
  check(KSPSetUp(ksp));
  const HierarchyReport again = hierarchy_of(comm, ksp);
  report.kept_bytes = again.kept_bytes;
  report.hash = again.hash;
}

// For 1, 2, 4, ... and max_parts equal parts.
std::vector<MessageRow> count_messages(PC pc, GlobalIndex n_rows, int block_size, int max_parts) {
  std::vector<MessageRow> rows;
  for (int parts = 1;; parts = std::min(2 * parts, max_parts)) {
    std::vector<GlobalIndex> offsets{0};
    for (int part = 0; part < parts; ++part)
      offsets.push_back(rows_of_rank(n_rows, block_size, part, parts).end);
    const auto cycle = messages_of_cycle(pc, offsets);
    if (!cycle) return rows;
    MessageRow row{.parts = parts,
                   .messages = cycle->messages,
                   .bytes = cycle->values * GlobalIndex{sizeof(double)},
                   .most_messages = cycle->most_messages,
                   .reductions = cycle->reductions,
                   .parts_of_levels = {}};
    for (const LevelMessages& level : cycle->levels) row.parts_of_levels.push_back(level.parts);
    rows.push_back(row);
    if (parts == max_parts) return rows;
  }
}

SolveResult solve_again(KSP ksp, Vec rhs, Vec solution) {
  check(VecSet(solution, 0));
  check(KSPSolve(ksp, rhs, solution));
  SolveResult result;
  read_ending(ksp, result);
  return result;
}

Resetup resetup_and_solve(const comm::Communicator& comm, KSP ksp, Mat matrix, ChangingValues& values,
                          Vec rhs, Vec solution) {
  Resetup resetup;
  resetup.first = resetup.seconds = set_up_changed(comm, ksp, matrix, values);
  const SolveResult again = solve_again(ksp, rhs, solution);
  resetup.iterations = again.iterations;
  resetup.converged = again.ending == Ending::converged;
  if (!is_ours(ksp)) return resetup;

  const auto median_of_three = [&] {
    std::array<double, 3> seconds{};
    for (double& one : seconds) one = set_up_changed(comm, ksp, matrix, values);
    std::sort(seconds.begin(), seconds.end());
    return seconds[1];
  };
  resetup.seconds = median_of_three();
  const HierarchyFigures figures = hierarchy_figures(preconditioner_of(ksp));
  resetup.phases = phases_of(comm, figures);
  resetup.plan_bytes = comm::all_sum(comm, figures.plan_bytes_here);
  if (!keep_interpolation(preconditioner_of(ksp))) return resetup;
  resetup.kept_seconds = median_of_three();
  resetup.kept_iterations = solve_again(ksp, rhs, solution).iterations;
  return resetup;
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
  const GlobalIndex begin = system.rows.begin, n_rows = system.rows.n_global;
  const int block_size = system.rows.block_size;
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

  if (options.message_parts > 0 && ours && is_ours(solver.get())) {
    make_keep(comm, solver.get(), matrix.get(), result.hierarchy);
    result.messages =
        count_messages(preconditioner_of(solver.get()), n_rows, block_size, options.message_parts);
  }

  if (options.resetup && result.ending == Ending::converged) {
    const log::ScopedStage stage(context.timers, "resetup");
    if (ours && is_ours(solver.get())) make_keep(comm, solver.get(), matrix.get(), result.hierarchy);
    ChangingValues values(matrix.get(), rhs.get(), begin);
    result.resetup = resetup_and_solve(comm, solver.get(), matrix.get(), values, rhs.get(), solution.get());
  }
  return result;
}

}  // namespace trireme::amg
