// SPDX-License-Identifier: Apache-2.0
// The settings of hypre's BoomerAMG that this project is compared with, by name. All others keep the defaults
// of the hypre that is linked.
#pragma once

#include <string>
#include <vector>

namespace trireme::amg::hypre {

// Numbers as in hypre's manual.
struct BoomerPreset {
  std::string name;
  int coarsen_type = 10;       // 10 HMIS, 8 PMIS
  int interpolation_type = 6;  // 6 extended+i, 17 the same by matrix products
  int max_per_row = 4;
  bool keep_transpose = false;
  int aggressive_levels = 0;
  int aggressive_interpolation = 4;  // 4 multipass, 1 two-stage extended+i
  double strength_threshold = 0.25;
  double max_row_sum = 0.9;
};

// hmis6 (hypre's defaults), pmis6, hmis17, pmis17 (keeps the transpose), amg2023_p1 and amg2023_p2 (as the
// AMG2023 benchmark sets its two problems).
const std::vector<BoomerPreset>& presets();

// Throws Error (input) with the names when there is no such preset.
const BoomerPreset& preset(const std::string& name);

}  // namespace trireme::amg::hypre
