// SPDX-License-Identifier: Apache-2.0
// When a run saves what it could go on from: every so many steps, every so many seconds, and when it ends.
// Called by case/flow_run.
#pragma once

#include <chrono>
#include <span>
#include <string>

#include "fun3d/case/cauchy_window.hpp"
#include "fun3d/case/output_options.hpp"
#include "fun3d/case/restart_file.hpp"

namespace trireme::flow {

class Checkpoints {
 public:
  // place: of the mesh that is solved on. References must outlive the object.
  Checkpoints(const comm::Communicator& comm, const RestartFile& file, const OutputOptions& output,
              SequencePlace place = {});

  // After a step; writes when it is time. limiter: asked only then. Collective. Throws Error (io).
  template <class Limiter>
  void after_step(std::span<const double> state, const PseudoTransientState& loop, Limiter&& limiter,
                  const CauchyWindow& window) {
    if (is_due(loop.steps)) write(state, loop, limiter(), window);
  }

  // When the run ends. As above.
  void at_end(std::span<const double> state, const PseudoTransientState& loop,
              std::span<const double> limiter, const CauchyWindow& window);

 private:
  bool is_due(std::int64_t steps) const;
  void write(std::span<const double> state, const PseudoTransientState& loop, std::span<const double> limiter,
             const CauchyWindow& window);

  comm::Communicator comm_;
  const RestartFile* file_;
  const OutputOptions* output_;
  SequencePlace place_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace trireme::flow
