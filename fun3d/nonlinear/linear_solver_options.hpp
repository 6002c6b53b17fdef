// SPDX-License-Identifier: Apache-2.0
// Section linear_solver of a flow deck: the Krylov method and preconditioner of a Newton step. PETSc's own
// options
// (-ksp_type, -pc_type, ...) override it.
#pragma once

#include <string>

#include "solvers/options/schema.hpp"

namespace trireme::flow {

// The action of the Jacobian: differences of the second-order residual along each vector, the assembled
// first-order matrix, or the second-order one, assembled by differences.
enum class JacobianAction { matrix_free, assembled, coloured };
// The relative tolerance of a step's linear solve: always the same, or as Eisenstat and Walker's.
enum class ForcingTerm { constant, eisenstat_walker };
// Whether matrix-free products differentiate the slope limiter with the rest of the residual.
enum class LimiterDerivative { included, left_out };
enum class Decomposition { block_jacobi, additive_schwarz };
enum class FactorOrdering { natural, rcm };
enum class FactorPrecision { double_precision, single_precision };

struct LinearSolverOptions {
  JacobianAction jacobian = JacobianAction::matrix_free;
  double difference_parameter = 1e-7;
  LimiterDerivative limiter = LimiterDerivative::included;
  std::string matrix_type = "baijomp";
  double relative_tolerance = 1e-2;
  ForcingTerm forcing_term = ForcingTerm::constant;
  double largest_tolerance = 0.1;
  int preconditioner_lag = 1;
  int max_iterations = 300;
  int restart = 60;
  Decomposition decomposition = Decomposition::block_jacobi;
  int overlap = 1;
  std::string subdomain_solver = "iluomp";
  int fill_levels = 0;
  FactorOrdering ordering = FactorOrdering::natural;
  FactorPrecision factor_precision = FactorPrecision::double_precision;

  void describe(options::Schema& schema);
};

}  // namespace trireme::flow
