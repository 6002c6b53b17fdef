// SPDX-License-Identifier: Apache-2.0
// What the pseudo-transient loop remembers between two steps, apart from the flow itself: with both, a run
// continues with the same bits as if it had never stopped. Kept by nonlinear/pseudo_transient, stored by
// case/restart_file.
#pragma once

#include <cstdint>

#include "fun3d/nonlinear/cfl_law.hpp"
#include "fun3d/nonlinear/forcing_term.hpp"
#include "solvers/io/checkpoint.hpp"

namespace trireme::flow {

struct PseudoTransientState {
  std::int64_t steps = 0;              // accepted so far
  std::int64_t linear_iterations = 0;  // rejected attempts included
  std::int64_t rejections = 0;
  double seconds = 0;
  // |R| that the drop is measured against; negative: that of the state the run starts from.
  double initial_residual = -1;
  CflMemory cfl;
  ForcingMemory forcing;
  // Of the phase the run is in, see nonlinear/start_up.
  bool first_order = false;
  bool limiter_frozen = false;
  std::int64_t phase_steps = 0;
  double least_residual = -1;           // before the last halving
  std::int64_t steps_without_gain = 0;  // since then

  bool begun() const { return initial_residual >= 0; }

  // As scalars of a checkpoint, with a checksum. Collective.
  void save(io::CheckpointWriter& writer) const;
  // Throws Error (input) when a scalar is missing or the checksum is another. Collective.
  static PseudoTransientState load(const io::CheckpointReader& reader, const std::string& path);
};

}  // namespace trireme::flow
