// SPDX-License-Identifier: Apache-2.0
#include "amg/apps/trireme-amg/program_options.hpp"

#include "solvers/base/error.hpp"

#ifdef TRIREME_HAVE_HYPRE
#include "amg/hypre/boomer_preset.hpp"
#endif

namespace trireme::amg {

void ProgramOptions::describe(options::Schema& schema) {
  schema.add_choice(
      "rhs", rhs,
      {{"ones", RightHandSide::ones}, {"random", RightHandSide::random}, {"file", RightHandSide::file}},
      "Right-hand side: ones, numbers in [-1, 1) that depend on the row only, or rhs_file");
  schema.add("rhs_file", rhs_file, "right-hand side: a Matrix Market array (.mtx) or a PETSc binary vector");
  problem.describe(schema);

  schema.section("matrix", "A matrix from a file, in place of a generated one.");
  schema.add("file", matrix.file,
             "Matrix Market (.mtx), PETSc binary, or the name of hypre IJ parts without their .00000");
  schema.add_choice("format", matrix.format,
                    {{"automatic", MatrixFormat::automatic},
                     {"matrix_market", MatrixFormat::matrix_market},
                     {"petsc", MatrixFormat::petsc},
                     {"hypre_ij", MatrixFormat::hypre_ij}},
                    "automatic: .mtx is Matrix Market, parts with .00000 are hypre's, all else is PETSc's");
  schema.add("block_size", matrix.block_size, "unknowns of a point", {.min = 1, .max = 100});

  schema.section("solver", "Who solves it, to what tolerance, how often.");
  schema.add("kind", solver.kind,
             "trireme, gamg (PETSc's), hypre:PRESET (hmis6, pmis6, hmis17, pmis17, amg2023_p1, amg2023_p2: "
             "BoomerAMG under hypre's own Krylov method), or hypre:petsc (-pc_type hypre as PETSc sets it)");
  schema.add_choice(
      "krylov", solver.krylov,
      {{"automatic", KrylovMethod::automatic}, {"cg", KrylovMethod::cg}, {"gmres", KrylovMethod::gmres}},
      "automatic: cg where the problem is known to be symmetric and not negated, else gmres");
  schema.add("relative_tolerance", solver.relative_tolerance,
             "reduction of the residual's 2-norm, from the right-hand side's",
             {.min = 0, .max = 1, .open_min = true, .open_max = true});
  schema.add("max_iterations", solver.max_iterations, "Krylov iterations allowed", {.min = 1});
  schema.add("restart", solver.restart, "of gmres", {.min = 1, .max = 10000});
  schema.add("matrix_type", solver.matrix_type,
             "PETSc's matrix type; automatic: aijomp for trireme, else aij");
  schema.add("repeat", solver.repeat,
             "set-ups and solves of the same system, each from scratch; times are medians without the first",
             {.min = 1, .max = 1000});
  schema.add(
      "resetup", solver.resetup,
      "afterwards changes every value by up to 10 % (a symmetric scaling) and sets up again, trireme "
      "several times: afresh, then with the weights of interpolation kept; not for hypre:PRESET, which "
      "has no other way than a new set-up");
  schema.add("message_parts", solver.message_parts,
             "counts what a cycle would send between 1, 2, 4, ... and so many equal parts of the rows, from "
             "their exchange plans; for trireme's classical family, on one rank; 0: counts nothing",
             {.min = 0, .max = 1048576});
  schema.section("", "");
}

void ProgramOptions::validate() const {
  if ((rhs == RightHandSide::file) == rhs_file.empty()) {
    throw Error(
        ErrorKind::input, "rhs and rhs_file do not agree",
        rhs_file.empty() ? "rhs is file, but rhs_file is not set" : "rhs_file is set, but rhs is not file",
        "set both or none");
  }
  const SolverFamily family = family_of(solver.kind);
  if (family == SolverFamily::hypre && solver.resetup) {
    throw Error(ErrorKind::input, "solver.resetup does not fit " + solver.kind,
                "hypre has no numeric re-setup", "compare with its time.setup");
  }
  if (family != SolverFamily::trireme && solver.message_parts > 0) {
    throw Error(ErrorKind::input, "solver.message_parts does not fit " + solver.kind,
                "the messages of this project's cycles are counted", "use solver.kind=trireme");
  }
}

SolverFamily family_of(const std::string& kind) {
  if (kind == "trireme") return SolverFamily::trireme;
  if (kind == "gamg") return SolverFamily::gamg;
  if (kind == "hypre:petsc") return SolverFamily::petsc_hypre;
  if (kind.starts_with("hypre:")) {
#ifdef TRIREME_HAVE_HYPRE
    hypre::preset(kind.substr(6));
    return SolverFamily::hypre;
#else
    throw Error(ErrorKind::input, "solver.kind '" + kind + "' cannot run",
                "this build found no hypre when it was configured", "use trireme, gamg or hypre:petsc");
#endif
  }
  throw Error(ErrorKind::input, "solver.kind '" + kind + "' is not known", "",
              "use trireme, gamg, hypre:petsc, or hypre: and a preset such as hypre:hmis6");
}

}  // namespace trireme::amg
