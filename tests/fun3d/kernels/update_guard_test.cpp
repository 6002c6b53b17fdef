// SPDX-License-Identifier: Apache-2.0
#include "fun3d/kernels/update_guard.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "fun3d/physics/equation_sets.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::flow {
namespace {

using E = CompressibleEuler;
constexpr std::size_t N = E::n_unknowns;
constexpr LocalIndex n = 500;

std::vector<double> states() {
  std::vector<double> q;
  for (LocalIndex vertex = 0; vertex < n; ++vertex) {
    q.insert(q.end(), {1.0 + 0.5 * std::sin(vertex), 0.8, -0.1, 0.05, 0.7 + 0.3 * std::cos(3.0 * vertex)});
  }
  return q;
}

// Some far too large, some harmless.
std::vector<double> updates() {
  std::vector<double> update;
  for (LocalIndex i = 0; i < n * static_cast<LocalIndex>(N); ++i)
    update.push_back(1.2 * std::sin(7.0 * i) * (i % 3 == 0 ? 2.0 : 0.2));
  return update;
}

TEST(UpdateGuard, EqualsTheReference) {
  const std::vector<double> q = states();
  std::vector<double> update = updates(), expected = updates(), scales(n), expected_scales(n);
  guard_update_reference<E>(n, 0.4, q.data(), expected.data(), expected_scales.data());
  threads::parallel_for_range(n, [&](LocalIndex begin, LocalIndex end) {
    update_scales<E>(begin, end, 0.4, q.data(), update.data(), scales.data());
    scale_update<E>(begin, end, scales.data(), update.data());
  });
  for (std::size_t i = 0; i < scales.size(); ++i) EXPECT_NEAR(scales[i], expected_scales[i], 1e-14) << i;
  for (std::size_t i = 0; i < update.size(); ++i) EXPECT_NEAR(update[i], expected[i], 1e-14) << i;
}

TEST(UpdateGuard, KeepsDensityAndPressureWithinTheFraction) {
  const std::vector<double> q = states();
  std::vector<double> update = updates(), scales(n);
  update_scales<E>(0, n, 0.3, q.data(), update.data(), scales.data());
  scale_update<E>(0, n, scales.data(), update.data());
  bool limited = false, free = false;
  for (std::size_t vertex = 0; vertex < static_cast<std::size_t>(n); ++vertex) {
    for (const std::size_t k : {std::size_t{0}, std::size_t{4}}) {
      const double before = q[vertex * N + k], after = before - update[vertex * N + k];
      EXPECT_GE(after, 0.7 * before * (1 - 1e-14));
      EXPECT_LE(after, before / 0.7 * (1 + 1e-14));
    }
    (scales[vertex] < 1 ? limited : free) = true;
  }
  EXPECT_TRUE(limited && free) << "the sample must hold both";
}

// Nothing is scaled where nothing has to stay positive.
TEST(UpdateGuard, LeavesIncompressibleUpdatesAlone) {
  const std::vector<double> q(4 * 3, 1.0), update(4 * 3, 100.0);
  std::vector<double> scales(3, 0.0);
  update_scales<IncompressibleEuler>(0, 3, 0.1, q.data(), update.data(), scales.data());
  EXPECT_EQ(scales, std::vector<double>(3, 1.0));
}

}  // namespace
}  // namespace trireme::flow
