// SPDX-License-Identifier: Apache-2.0
// The samples that a deck names.
#pragma once

#include <memory>
#include <optional>

#include "optim/apps/trireme-optim/program_options.hpp"
#include "optim/data/samples.hpp"
#include "solvers/program/context.hpp"

namespace trireme::optim {

// Throws Error on all ranks. Collective.
std::shared_ptr<const Samples> load_training(program::Context& context, const ProgramOptions& options);
// Null when the deck names none. shape: of the training samples.
std::shared_ptr<const Samples> load_test(program::Context& context, const ProgramOptions& options,
                                         const SampleShape& shape);

}  // namespace trireme::optim
