// SPDX-License-Identifier: Apache-2.0
// What a solver of this program leaves for the report.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "solvers/base/types.hpp"

namespace trireme::amg {

struct LevelRow {
  GlobalIndex rows = 0, nonzeros = 0;
  GlobalIndex interpolation_nonzeros = 0;
};

struct HierarchyReport {
  std::vector<LevelRow> levels;                      // fine to coarse; empty where the solver does not tell
  GlobalIndex bytes = 0;                             // 0 where the solver does not tell
  GlobalIndex kept_bytes = 0;                        // held beside for re-setups
  std::string hash;                                  // of all its numbers, empty where there is none
  nlohmann::json phases = nlohmann::json::object();  // seconds of the set-up by phase
};

// Wall seconds, longest over ranks, between barriers.
struct Repetition {
  double setup = 0, solve = 0;
};

// Set-ups for changed values, and a solve after the first of them.
struct Resetup {
  double first = 0;    // seconds of the first, which may plan the others
  double seconds = 0;  // of a later one, median
  int iterations = 0;
  bool converged = false;
  nlohmann::json phases = nlohmann::json::object();  // of a later one
  GlobalIndex plan_bytes = 0;                        // what the first left for the later ones
  // The same with the weights of interpolation kept, where the solver can.
  std::optional<double> kept_seconds;
  int kept_iterations = 0;
};

// What one cycle would send between this many parts.
struct MessageRow {
  int parts = 0;
  GlobalIndex messages = 0, bytes = 0;  // of all parts
  int most_messages = 0;                // of the most loaded part, level by level
  int reductions = 0;
  std::vector<int> parts_of_levels;  // that own rows, fine to coarse
};

enum class Ending { converged, iteration_limit, failed };

struct SolveResult {
  Ending ending = Ending::failed;
  std::string reason;
  int iterations = 0;
  double residual = 0;  // true relative one, recomputed
  std::vector<Repetition> repetitions;
  std::optional<Resetup> resetup;
  HierarchyReport hierarchy;
  std::vector<MessageRow> messages;
};

}  // namespace trireme::amg
