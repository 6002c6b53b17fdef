// SPDX-License-Identifier: Apache-2.0
// What a run on one mesh begins with: the free stream, the flow of a former run, or that of a coarser mesh.
// Called by case/flow_run. Wherever it begins, the residual's drop counts from the free stream.
#pragma once

#include <string>
#include <vector>

#include "fun3d/case/flow_setup.hpp"
#include "fun3d/case/restart_file.hpp"

namespace trireme::flow {

// Local.
template <class E>
RestartData begin_with_free_stream(const FlowSetup<E>& setup);

// values [n_owned, N], a flow like the one that is looked for: no first-order steps come before it.
// cfl_factor: on all CFL numbers. Collective.
template <class E>
RestartData begin_with_flow(FlowSetup<E>& setup, std::vector<double> values, double cfl_factor = 1);

// The flow and the memory of the run that wrote `path`. Changed options make a new run of it, which only
// starts closer to its end; the log says which. Collective. Throws Error (input) as RestartFile::read.
template <class E>
RestartData begin_with_file(program::Context& context, FlowSetup<E>& setup, const RestartFile& file,
                            const std::string& path);

}  // namespace trireme::flow
