// SPDX-License-Identifier: Apache-2.0
// Compares a Jacobian block with central differences of the function it should be the derivative of.
#pragma once

#include <cmath>

#include <gtest/gtest.h>

#include "fun3d/physics/state.hpp"

namespace trireme::flow::test {

template <int N, class F>
void expect_derivative(F&& function, const State<N>& q, const Block<N>& block, double tolerance) {
  for (int j = 0; j < N; ++j) {
    const double h = 1e-6 * (1.0 + std::abs(q[j]));
    State<N> ahead = q, behind = q;
    ahead[j] += h;
    behind[j] -= h;
    const State<N> f_ahead = function(ahead), f_behind = function(behind);
    for (int i = 0; i < N; ++i) {
      const double difference = (f_ahead[i] - f_behind[i]) / (2 * h);
      EXPECT_NEAR(block[i * N + j], difference, tolerance * (1.0 + std::abs(difference)))
          << "entry " << i << "," << j;
    }
  }
}

}  // namespace trireme::flow::test
