// SPDX-License-Identifier: Apache-2.0
// The state of an optimizer as a checkpoint file (solvers/io/checkpoint.hpp): its replicated vectors are
// stored as fields of dim rows, of which every rank writes its share; rows that are spread over the ranks are
// dealt out evenly when they are read. Readable on any number of ranks.
#pragma once

#include <string>

#include "optim/train/iterate.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::optim {

// Throws Error (io). Collective.
void write_state(const std::string& path, const comm::Communicator& comm, const OptimizerState& state,
                 GlobalIndex dim);
// Throws Error (input) on all ranks for a file of another method or another number of weights. Collective.
OptimizerState read_state(const std::string& path, const comm::Communicator& comm, const std::string& method,
                          GlobalIndex dim);

}  // namespace trireme::optim
