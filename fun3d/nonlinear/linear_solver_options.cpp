// SPDX-License-Identifier: Apache-2.0
#include "fun3d/nonlinear/linear_solver_options.hpp"

namespace trireme::flow {

void LinearSolverOptions::describe(options::Schema& schema) {
  schema.section(
      "linear_solver",
      "GMRES and its preconditioner in every Newton step; PETSc options on the command line override it.");
  schema.add_choice(
      "jacobian", jacobian,
      {{"matrix_free", JacobianAction::matrix_free},
       {"assembled", JacobianAction::assembled},
       {"coloured", JacobianAction::coloured}},
      "action of the Jacobian: differences of the second-order residual (the assembled first-order "
      "matrix then only preconditions), that assembled matrix, or the second-order one, assembled from "
      "differences by colours in every step (which takes more than a thousand residuals)");
  schema.add("difference_parameter", difference_parameter,
             "relative size of the differences of a matrix-free product: smaller drowns in rounding, larger "
             "leaves the linear range",
             {.min = 0, .max = 1, .open_min = true});
  schema.add_choice(
      "limiter", limiter,
      {{"included", LimiterDerivative::included}, {"left_out", LimiterDerivative::left_out}},
      "whether a matrix-free product differentiates the slope limiter too, as Newton's method needs, or "
      "keeps it as it was when the step began, which is cheaper");
  schema.add("matrix_type", matrix_type,
             "PETSc type of the assembled matrix: baijomp (threaded), baij, aijomp, aij");
  schema.add("relative_tolerance", relative_tolerance,
             "relative drop of the preconditioned residual in a Newton step",
             {.min = 0, .max = 1, .open_min = true, .open_max = true});
  schema.add_choice(
      "forcing_term", forcing_term,
      {{"constant", ForcingTerm::constant}, {"eisenstat_walker", ForcingTerm::eisenstat_walker}},
      "constant: every Newton step has relative_tolerance; eisenstat_walker: 0.9 (|R_n| / |R_n-1|)^2 between "
      "relative_tolerance and largest_tolerance");
  schema.add("largest_tolerance", largest_tolerance, "of eisenstat_walker",
             {.min = 0, .max = 1, .open_min = true, .open_max = true});
  schema.add("preconditioner_lag", preconditioner_lag,
             "steps between two assemblies and factorizations of the preconditioner's matrix; a rejected "
             "step always has its own",
             {.min = 1});
  schema.add("max_iterations", max_iterations, "largest number of iterations in a Newton step", {.min = 1});
  // PETSc keeps a square of that size besides as many vectors.
  schema.add("restart", restart, "GMRES restarts after this many iterations; each keeps a vector",
             {.min = 1, .max = 1000});
  schema.add_choice(
      "decomposition", decomposition,
      {{"block_jacobi", Decomposition::block_jacobi}, {"additive_schwarz", Decomposition::additive_schwarz}},
      "how the ranks' subdomains are combined");
  schema.add("overlap", overlap, "layers of overlap of additive_schwarz", {.min = 0});
  schema.add("subdomain_solver", subdomain_solver,
             "PETSc preconditioner of a subdomain: iluomp (threaded incomplete factorization), ilu, lu, ...");
  schema.add("fill_levels", fill_levels, "levels of fill of the incomplete factorization", {.min = 0});
  schema.add_choice("ordering", ordering,
                    {{"natural", FactorOrdering::natural}, {"rcm", FactorOrdering::rcm}},
                    "order of elimination of the incomplete factorization");
  schema.add_choice(
      "factor_precision", factor_precision,
      {{"double", FactorPrecision::double_precision}, {"single", FactorPrecision::single_precision}},
      "how iluomp stores its factors; single halves their memory traffic");
}

}  // namespace trireme::flow
