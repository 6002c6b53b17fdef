// SPDX-License-Identifier: Apache-2.0
// The weights that a network's training begins with; they depend on the seed only. Called by
// optim/problem/network and optim/actor_critic. Local; O(weights).
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "optim/problem/network_shape.hpp"
#include "solvers/base/counter_hash.hpp"

namespace trireme::optim {

// Uniform with the variance 2 / (inputs + outputs of a unit) (Glorot, Bengio, AISTATS 2010); biases zero.
inline std::vector<double> first_network_weights(const NetworkShape& shape, std::uint64_t seed) {
  std::vector<double> w(static_cast<std::size_t>(shape.n_weights()));
  std::uint64_t stream = 0;
  for (const Layer& layer : shape.layers()) {
    ++stream;
    const std::int64_t n = layer.n_weights - layer.n_biases;
    const auto inputs = static_cast<double>(n / layer.n_biases),
               outputs = static_cast<double>(layer.n_biases) * layer.reach * layer.reach;
    const double largest = std::sqrt(6 / (inputs + outputs));
    for (std::int64_t i = 0; i < n; ++i)
      w[static_cast<std::size_t>(layer.first_weight + i)] = largest * symmetric_hash(seed, i, stream);
  }
  return w;
}

}  // namespace trireme::optim
