// SPDX-License-Identifier: Apache-2.0
// The manufactured solutions of a deck (section manufactured) and of the tests: products of sines and
// cosines, no two derivatives alike, so that no term of an equation drops out; about a wave in the unit box.
#pragma once

#include "fun3d/physics/equation_sets.hpp"
#include "fun3d/physics/exact_solution.hpp"

namespace trireme::flow {

// A solution of E for its constants; one overload a set.
inline ExactSolution<IncompressibleEuler> manufactured_solution(const IncompressibleEuler::Parameters&) {
  return [](const Vector<Field>& position) -> State<4, Field> {
    const auto& [x, y, z] = position;
    return {
        1.0 + 0.4 * sin(1.7 * x + 0.6 * y + z), 1.0 + 0.3 * cos(0.9 * x + 1.4 * y) * sin(1.1 * z + 0.3 * x),
        0.2 + 0.3 * sin(1.3 * y + 0.8 * z) * cos(0.7 * x), -0.1 + 0.25 * cos(1.2 * z + 0.9 * x + 0.5 * y)};
  };
}

// Mach numbers around the free stream's, in all directions.
inline ExactSolution<CompressibleEuler> manufactured_solution(
    const CompressibleEuler::Parameters& parameters) {
  const auto& [density, u, v, w, pressure] = parameters.free_stream;
  const double mach = std::sqrt(u * u + v * v + w * w), gamma = parameters.gamma;
  return [mach, gamma](const Vector<Field>& position) -> State<5, Field> {
    const Field x = 2.0 * position[0], y = 2.0 * position[1], z = 2.0 * position[2];
    return {1.0 + 0.15 * sin(1.7 * x + 0.6 * y + z),
            mach * (1.0 + 0.2 * cos(0.9 * x + 1.4 * y) * sin(1.1 * z + 0.3 * x)),
            mach * (0.2 + 0.2 * sin(1.3 * y + 0.8 * z) * cos(0.7 * x)),
            mach * (-0.1 + 0.2 * cos(1.2 * z + 0.9 * x + 0.5 * y)),
            (1.0 + 0.2 * cos(1.1 * x + 0.7 * y + 1.4 * z)) * (1.0 / gamma)};
  };
}

}  // namespace trireme::flow
