// SPDX-License-Identifier: Apache-2.0
// Section linear_solver of a flow deck: the Krylov method and preconditioner of a Newton step. PETSc's own
// options
// (-ksp_type, -pc_type, ...) override it.
#pragma once

#include <string>

#include "solvers/options/schema.hpp"

namespace trireme::flow {

// The action of the Jacobian: differences of the second-order residual, or the assembled first-order matrix.
enum class JacobianAction { matrix_free, assembled };
enum class Decomposition { block_jacobi, additive_schwarz };
enum class FactorOrdering { natural, rcm };
enum class FactorPrecision { double_precision, single_precision };

struct LinearSolverOptions {
  JacobianAction jacobian = JacobianAction::matrix_free;
  double difference_parameter = 1e-7;
  std::string matrix_type = "baijomp";
  double relative_tolerance = 1e-2;
  int max_iterations = 300;
  int restart = 30;
  Decomposition decomposition = Decomposition::block_jacobi;
  int overlap = 1;
  std::string subdomain_solver = "iluomp";
  int fill_levels = 0;
  FactorOrdering ordering = FactorOrdering::natural;
  FactorPrecision factor_precision = FactorPrecision::double_precision;

  void describe(options::Schema& schema);
};

}  // namespace trireme::flow
