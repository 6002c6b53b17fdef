// SPDX-License-Identifier: Apache-2.0
// Section output of a deck: which files a run leaves, and where.
#pragma once

#include <string>
#include <vector>

#include "solvers/options/schema.hpp"

namespace trireme::flow {

// What a run prints when it has ended.
enum class Report { none, performance, messages };

struct OutputOptions {
  std::string directory = ".";
  std::string name = "flow";
  bool history = true;
  bool volume = true;
  bool scheme_fields = false;
  bool surface = true;
  bool pressure_csv = true;
  bool state = true;
  std::vector<double> sections;
  double section_span = 0;  // 0: the walls' extent
  int checkpoint_interval = 0;
  double checkpoint_seconds = 0;
  Report report = Report::none;

  void describe(options::Schema& schema);
  // Throws Error (input) when options contradict one another.
  void validate() const;
  // "directory/name_suffix".
  std::string path(const std::string& suffix) const;
  // Of all files but the state.
  static const std::vector<std::string>& result_suffixes();
};

}  // namespace trireme::flow
