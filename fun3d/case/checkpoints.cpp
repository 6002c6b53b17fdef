// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/checkpoints.hpp"

#include <utility>

#include "solvers/comm/reduction.hpp"

namespace trireme::flow {

Checkpoints::Checkpoints(const comm::Communicator& comm, const RestartFile& file, const OutputOptions& output,
                         SequencePlace place)
    : comm_(comm), file_(&file), output_(&output), place_(std::move(place)) {}

bool Checkpoints::is_due(std::int64_t steps) const {
  if (!output_->state) return false;
  if (output_->checkpoint_interval > 0 && steps % output_->checkpoint_interval == 0) return true;
  if (output_->checkpoint_seconds <= 0) return false;
  // The clocks of the ranks may disagree: the root's decides.
  const std::chrono::duration<double> since = std::chrono::steady_clock::now() - last_;
  return comm::any_of(comm_, comm_.is_root() && since.count() >= output_->checkpoint_seconds);
}

void Checkpoints::at_end(std::span<const double> state, const PseudoTransientState& loop,
                         std::span<const double> limiter, const CauchyWindow& window) {
  if (output_->state) write(state, loop, limiter, window);
}

void Checkpoints::write(std::span<const double> state, const PseudoTransientState& loop,
                        std::span<const double> limiter, const CauchyWindow& window) {
  file_->write(output_->path("_state.h5"), state, limiter, loop, window.steps(), place_);
  last_ = std::chrono::steady_clock::now();
}

}  // namespace trireme::flow
