// SPDX-License-Identifier: Apache-2.0
// Quantities of the flow for output and error measures: Mach number, entropy p / rho^gamma over the free
// stream's minus one, total pressure lost, 1 - p0 / p0 of the free stream. The last two vanish in exact
// shock-free flow.
#pragma once

#include <array>
#include <string_view>

#include "fun3d/physics/compressible_euler/flux.hpp"

namespace trireme::flow::compressible_euler {

inline constexpr std::array<std::string_view, 3> derived_names{"mach", "entropy", "total_pressure_loss"};

inline double mach_number(const Parameters& parameters, const State<5>& q) {
  return std::sqrt(2.0 * kinetic_energy(q)) / speed_of_sound(parameters, q);
}

inline double total_pressure(const Parameters& parameters, const State<5>& q) {
  const double mach = mach_number(parameters, q), gamma = parameters.gamma;
  return q[4] * std::pow(1.0 + 0.5 * (gamma - 1.0) * mach * mach, gamma / (gamma - 1.0));
}

inline std::array<double, 3> derived(const Parameters& parameters, const State<5>& q) {
  const State<5>& infinity = parameters.free_stream;
  const double entropy = q[4] / infinity[4] / std::pow(q[0] / infinity[0], parameters.gamma) - 1.0;
  return {mach_number(parameters, q), entropy,
          1.0 - total_pressure(parameters, q) / total_pressure(parameters, infinity)};
}

}  // namespace trireme::flow::compressible_euler
