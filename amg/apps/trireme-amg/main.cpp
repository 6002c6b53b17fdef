// SPDX-License-Identifier: Apache-2.0
// trireme-amg: algebraic multigrid on generated matrices and on those of files. trireme-amg [CASE.yaml]
// [key=value ...]
#include <cmath>

#include <fmt/format.h>

#include "amg/apps/trireme-amg/report.hpp"
#include "amg/apps/trireme-amg/solve.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/program/program.hpp"
#include "solvers/threads/thread_count.hpp"

#ifdef TRIREME_HAVE_HYPRE
#include "amg/hypre/boomer_solver.hpp"
#endif

namespace trireme::amg {
namespace {

using program::ExitCode;

void record_hypre(log::RunRecord& record) {
#ifdef TRIREME_HAVE_HYPRE
  const auto switches = hypre::build_switches();
  record.set("hypre", {{"version", switches.version},
                       {"openmp", switches.openmp},
                       {"hopscotch", switches.hopscotch},
                       {"persistent_communication", switches.persistent_communication}});
#else
  record.set("hypre", nullptr);
#endif
}

void describe_system(program::Context& context, const LinearSystem& system) {
  const auto n_nonzeros = comm::all_sum(context.comm, system.rows.offsets.back());
  context.log.line(fmt::format("{} rows, {} nonzeros on {} ranks of {} threads", system.rows.n_global,
                               n_nonzeros, context.comm.size(), threads::max_threads()));
  context.record.set("matrix.rows", system.rows.n_global);
  context.record.set("matrix.nonzeros", n_nonzeros);
}

ExitCode run(program::Context& context, const ProgramOptions& options) {
  options.validate();
  if (options.solver.message_parts > 0 && context.comm.size() > 1) {
    throw Error(
        ErrorKind::input, fmt::format("solver.message_parts is {}", options.solver.message_parts),
        fmt::format("parts are those of one rank's matrix, and there are {} ranks", context.comm.size()),
        "run on one rank, with as many threads as there are cores");
  }
  record_hypre(context.record);
  LinearSystem system = make_system(context, options);
  describe_system(context, system);
  const KrylovMethod krylov = chosen_krylov(options.solver, system);
  context.record.set("krylov", krylov == KrylovMethod::cg ? "cg" : "gmres");
  const SolveResult result = family_of(options.solver.kind) == SolverFamily::hypre
                                 ? solve_with_hypre(context, options.solver, system)
                                 : solve_with_petsc(context, options.solver, system);
  report_result(context, result);
  if (!std::isfinite(result.residual)) return ExitCode::numerical;
  switch (result.ending) {
    case Ending::converged:
      return ExitCode::done;
    case Ending::iteration_limit:
      return ExitCode::limit;
    case Ending::failed:
      return ExitCode::numerical;
  }
  return ExitCode::internal;
}

ExitCode check(program::Context& /*context*/, const ProgramOptions& options) {
  options.validate();
  if (options.matrix.file.empty()) make_problem(options.problem);
  return ExitCode::done;
}

}  // namespace
}  // namespace trireme::amg

int main(int argc, char** argv) {
  using namespace trireme;
  amg::ProgramOptions options;
  options::Schema schema;
  options.describe(schema);
  program::Program program(
      argc, argv,
      {.name = "trireme-amg",
       .one_line =
           "Solves a sparse linear system by algebraic multigrid under a Krylov method, and times it.",
       .long_help =
           "Generates a system (problem=..., generate.n=...) or reads one (matrix.file=...), solves it with\n"
           "this project's multigrid, PETSc's, or hypre's, and tells of the hierarchy, the times, the true\n"
           "residual and the AMG2023 figures of merit.",
       .usage = "[CASE.yaml]",
       .key_flags = {{"--solver", "solver.kind"}, {"--problem", "problem"}},
       .on_stop_signal = program::StopSignal::ends_at_once});
  return program.run(
      schema, [&](program::Context& context) { return amg::run(context, options); },
      [&](program::Context& context) { return amg::check(context, options); });
}
