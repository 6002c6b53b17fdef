// SPDX-License-Identifier: Apache-2.0
// The options of a deck that decide what the converged flow is: sections flow, boundary, boundary_values,
// limiter. Stored beside the flow by case/restart_file, so that a later run can say what it changes.
#pragma once

#include <string>
#include <vector>

#include "fun3d/case/flow_case.hpp"

namespace trireme::flow {

// Lines "key: value", sorted. Local.
std::string settings_text(const FlowCase& flow_case);

// "flow.mach: 0.5 -> 0.84" for every key that both texts have with different values; keys that one of them
// lacks are new or given up options and do not count. Local.
std::vector<std::string> changed_settings(const std::string& before, const std::string& now);

}  // namespace trireme::flow
