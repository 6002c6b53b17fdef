// SPDX-License-Identifier: Apache-2.0
// Options of a deck that its equations and flux do not read. Called by case/run_flow, which warns of them.
#pragma once

#include <string>
#include <vector>

#include "fun3d/case/flow_case.hpp"

namespace trireme::flow {

// One sentence for each option that was changed from its default and changes nothing; empty as a rule. Local.
std::vector<std::string> ignored_options(const FlowCase& flow_case);

}  // namespace trireme::flow
