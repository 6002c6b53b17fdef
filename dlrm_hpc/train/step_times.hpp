// SPDX-License-Identifier: Apache-2.0
// Where the time of training steps goes, seen by the first thread of each rank. Called by training. Local.
#pragma once

#include <array>
#include <chrono>

namespace trireme::dlrm {

// update: of tables; layer_update: of layers.
enum class StepPart {
  bottom,
  embedding,
  exchange,
  interaction,
  top,
  backward,
  update,
  layer_update,
  reduce,
  input
};
inline constexpr std::array<const char*, 10> step_part_names = {
    "bottom",   "embedding", "exchange",     "interaction", "top",
    "backward", "update",    "layer_update", "reduce",      "input"};

class StepTimes {
 public:
  // Time since the last call goes to `part`.
  void took(StepPart part) {
    const auto now = std::chrono::steady_clock::now();
    seconds_[static_cast<std::size_t>(part)] += std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }
  void begin() { last_ = std::chrono::steady_clock::now(); }
  const std::array<double, step_part_names.size()>& seconds() const { return seconds_; }

 private:
  std::array<double, step_part_names.size()> seconds_ = {};
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace trireme::dlrm
