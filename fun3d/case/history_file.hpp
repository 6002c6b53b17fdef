// SPDX-License-Identifier: Apache-2.0
// NAME_history.csv: a row a step with the step's CFL number, residuals, the scheme it was taken with, and the
// force coefficients in all and of every wall. Called by case/step_history.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "fun3d/discretization/forces.hpp"
#include "fun3d/nonlinear/pseudo_transient.hpp"
#include "solvers/io/csv_history.hpp"

namespace trireme::flow {

struct HistoryRow {
  const StepRecord& step;
  std::int64_t number = 0;             // of the step, counted through all meshes
  int level = 1;                       // of the mesh, the coarsest being 1
  double seconds = 0;                  // since the run began, interruptions left out
  GlobalIndex fallback_vertices = 0;   // at which the state reached has first-order fluxes
  std::vector<double> residuals = {};  // [equations] norms of the rows of R at the state reached
  ForceCoefficients all = {};
  std::vector<ForceCoefficients> by_wall = {};  // [walls]
};

// The same as an entry of the report's list `history`; without the walls.
nlohmann::json json_of(const HistoryRow& row);

// On rank 0 only.
class HistoryFile {
 public:
  // walls: names of the slip walls' markers. first_step: 0 starts a new file; a later step continues the file
  // that is there and drops rows from that step on. Throws Error (io; input when the file to continue has
  // other columns).
  HistoryFile(const std::string& path, int n_equations, const std::vector<std::string>& walls,
              int first_step);

  // Throws Error (io).
  void append(const HistoryRow& row);

 private:
  io::CsvHistory file_;
};

}  // namespace trireme::flow
