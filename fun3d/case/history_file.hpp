// SPDX-License-Identifier: Apache-2.0
// NAME_history.csv: a row a step with the step's CFL number, residuals, and the force coefficients in all and
// of every wall. Called by case/flow_results on rank 0 only.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "fun3d/discretization/forces.hpp"
#include "fun3d/nonlinear/pseudo_transient.hpp"
#include "solvers/io/csv_history.hpp"

namespace trireme::flow {

// The conservation law of a residual's row: mass, momentum_x, momentum_y, momentum_z, energy.
std::string equation_name(int row);

class HistoryFile {
 public:
  // walls: names of the slip walls' markers. first_step: 0 starts a new file; a later step, where a run goes
  // on from a saved state, continues the file that is there and drops rows from that step on. Throws Error
  // (io; input when the file to continue has other columns).
  HistoryFile(const std::string& path, int n_equations, const std::vector<std::string>& walls,
              int first_step);

  // residuals [n_equations]: norms of the rows of R at the state reached; by_wall [n_walls]. Throws Error
  // (io).
  void append(const StepRecord& record, std::span<const double> residuals, const ForceCoefficients& all,
              std::span<const ForceCoefficients> by_wall);

 private:
  io::CsvHistory file_;
};

}  // namespace trireme::flow
