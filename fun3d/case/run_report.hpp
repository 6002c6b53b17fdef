// SPDX-License-Identifier: Apache-2.0
// How a run ended, in the report: reason, steps, iterations, time, in all and for every mesh. Called by
// case/flow_run.
#pragma once

#include <string>
#include <string_view>

#include "fun3d/case/sequence_place.hpp"
#include "solvers/program/context.hpp"

namespace trireme::flow {

// levels: the meshes that were solved on, the last one being where the run ended as `end` says. Steps,
// iterations, rejections and time.solve are sums over them; residuals and the hash of the state are the last
// one's. Local; reads nothing that differs between ranks.
void report_run(program::Context& context, std::string_view equations, const std::vector<LevelEnd>& levels,
                const PseudoTransientResult& end, const std::string& state_hash);

}  // namespace trireme::flow
