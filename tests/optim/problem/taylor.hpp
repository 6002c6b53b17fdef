// SPDX-License-Identifier: Apache-2.0
// Taylor tests of a SampleObjective: the remainder after the gradient falls with the square of the step, the
// difference of gradients less the Hessian product likewise.
#pragma once

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "optim/problem/replicated_vector.hpp"
#include "optim/problem/sample_objective.hpp"
#include "solvers/base/counter_hash.hpp"

namespace trireme::optim::test {

inline std::vector<double> random_vector(GlobalIndex n, std::uint64_t seed, double scale = 1) {
  std::vector<double> values(static_cast<std::size_t>(n));
  for (GlobalIndex i = 0; i < n; ++i)
    values[static_cast<std::size_t>(i)] = scale * symmetric_hash(seed, i, 0);
  return values;
}

inline std::vector<double> moved(std::span<const double> w, double step, std::span<const double> u) {
  std::vector<double> result(w.begin(), w.end());
  add_scaled(step, u, result);
  return result;
}

// The exponent of the step in remainder(step), from two steps a factor of two apart.
template <class F>
double slope(F&& remainder, double step) {
  return std::log2(remainder(step) / remainder(0.5 * step));
}

// step: where the remainder of second order is well above rounding and the third order well below it.
inline void expect_taylor_slopes(SampleObjective& objective, SampleSet set, std::span<const double> w,
                                 std::span<const double> u, double step, double within = 0.05) {
  std::vector<double> g(w.size()), g_moved(w.size()), product(w.size());
  const double f = objective.value_gradient(w, set, g);
  const double directional = dot(g, u);
  objective.hessian_product(w, set, u, product);
  EXPECT_NEAR(
      slope([&](double t) { return std::fabs(objective.value(moved(w, t, u), set) - f - t * directional); },
            step),
      2, within);
  EXPECT_NEAR(slope(
                  [&](double t) {
                    objective.value_gradient(moved(w, t, u), set, g_moved);
                    for (std::size_t i = 0; i < g.size(); ++i) g_moved[i] -= g[i] + t * product[i];
                    return norm2(g_moved);
                  },
                  step),
              2, within);
}

}  // namespace trireme::optim::test
