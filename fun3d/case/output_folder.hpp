// SPDX-License-Identifier: Apache-2.0
// The folder a run's files go to: looked at before the solve, and cleared of what an earlier run of the same
// name left. Called by case/run_flow on rank 0 only.
#pragma once

#include <string>
#include <vector>

#include "fun3d/case/output_options.hpp"

namespace trireme::flow {

// Changes nothing; for --check. Throws Error (io) when the folder could not be made or written to.
void require_output_folder(const OutputOptions& options);

// Makes the folder and proves that files can be written there. Throws Error (io).
void make_output_folder(const OutputOptions& options);

// Removes the results of an earlier run of this name, so that what is found there later belongs together, and
// returns their names. The state stays, since it may be what a run starts from. Throws Error (io).
std::vector<std::string> remove_earlier_results(const OutputOptions& options);

}  // namespace trireme::flow
