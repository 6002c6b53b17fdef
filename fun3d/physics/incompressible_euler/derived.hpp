// SPDX-License-Identifier: Apache-2.0
// Quantities of the flow for output and error measures: total pressure lost, 1 - (p + |u|^2/2) over the free
// stream's, which vanishes in exact flow.
#pragma once

#include <array>
#include <string_view>

#include "fun3d/physics/incompressible_euler/parameters.hpp"

namespace trireme::flow::incompressible_euler {

inline constexpr std::array<std::string_view, 1> derived_names{"total_pressure_loss"};

inline double total_pressure(const State<4>& q) {
  return q[0] + 0.5 * (q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}

inline std::array<double, 1> derived(const Parameters& parameters, const State<4>& q) {
  return {1.0 - total_pressure(q) / total_pressure(parameters.free_stream)};
}

}  // namespace trireme::flow::incompressible_euler
