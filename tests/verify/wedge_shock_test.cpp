// SPDX-License-Identifier: Apache-2.0
// The oblique shock of a wedge, measured in the computed field: its angle and the pressure behind it against
// the exact relations of a perfect gas (NACA report 1135, equations 128 and 138).
#include <algorithm>
#include <cmath>
#include <map>

#include "tests/verify/deck_flow.hpp"

namespace trireme::verify {
namespace {

using E = flow::CompressibleEuler;

struct ObliqueShock {
  double angle, pressure_ratio;
};

// The weak solution of tan(theta) = 2 cot(beta) (M^2 sin^2(beta) - 1) / (M^2 (gamma + cos(2 beta)) + 2).
ObliqueShock oblique_shock(double mach, double theta, double gamma) {
  const auto turning = [&](double beta) {
    const double normal = std::pow(mach * std::sin(beta), 2);
    return std::atan(2 / std::tan(beta) * (normal - 1) / (mach * mach * (gamma + std::cos(2 * beta)) + 2));
  };
  // From the Mach angle, where there is no turning, to the largest turning.
  double low = std::asin(1 / mach), high = low;
  while (turning(high + 1e-4) > turning(high)) high += 1e-4;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = 0.5 * (low + high);
    (turning(middle) < theta ? low : high) = middle;
  }
  return {low, 1 + 2 * gamma / (gamma + 1) * (std::pow(mach * std::sin(low), 2) - 1)};
}

TEST(ObliqueShock, HasItsTabulatedValues) {
  const ObliqueShock shock = oblique_shock(2, 10 * M_PI / 180, 1.4);
  EXPECT_NEAR(shock.angle * 180 / M_PI, 39.3139, 1e-4);
  EXPECT_NEAR(shock.pressure_ratio, 1.706579, 1e-6);
}

class WedgeShock : public ::testing::TestWithParam<const char*> {};

TEST_P(WedgeShock, HasTheExactAngleAndPressure) {
  const auto flow = solve_deck<E>(
      TRIREME_TEST_CASES "/wedge.yaml",
      {std::string("mesh.generate.wedge.cells=") + GetParam(), "mesh.generate.target_vertices=9000"});
  // The shock and its limiter may hold the residual up; the field must have settled.
  EXPECT_GT(flow->end.drop, 1e2);
  const ObliqueShock exact = oblique_shock(2, 10 * M_PI / 180, 1.4);
  const double ahead = 1 / 1.4, behind = ahead * exact.pressure_ratio;

  // Along every grid line x = const the height at which the pressure is half way, and a straight line
  // through those heights.
  std::map<double, std::vector<std::pair<double, double>>> lines;
  double wall_pressure = 0, wall_samples = 0;
  for (std::size_t n = 0; n < flow->samples.size(); ++n) {
    const auto& sample = flow->samples[n];
    const double x = sample.at[0], pressure = sample.q[4];
    if (x < 0.3 || x > 0.9 || sample.at[2] != 0) continue;
    lines[x].push_back({sample.at[1], pressure});
    if (flow->on_wall[n]) wall_pressure += pressure, wall_samples += 1;
  }
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (auto& [x, line] : lines) {
    std::sort(line.begin(), line.end());
    const double half = 0.5 * (ahead + behind);
    for (std::size_t i = 1; i < line.size(); ++i) {
      if (line[i - 1].second < half || line[i].second >= half) continue;
      const double share = (line[i - 1].second - half) / (line[i - 1].second - line[i].second);
      const double y = line[i - 1].first + share * (line[i].first - line[i - 1].first);
      n += 1, sx += x, sy += y, sxx += x * x, sxy += x * y;
      break;
    }
  }
  ASSERT_GT(n, 30);
  EXPECT_EQ(n, static_cast<double>(lines.size()));
  const double angle = std::atan((n * sxy - sx * sy) / (n * sxx - sx * sx));
  EXPECT_NEAR(angle, exact.angle, 0.01 * exact.angle);
  EXPECT_NEAR(wall_pressure / wall_samples / ahead, exact.pressure_ratio, 0.01 * exact.pressure_ratio);
  RecordProperty("shock_angle_degrees", std::to_string(angle * 180 / M_PI));
  RecordProperty("pressure_ratio", std::to_string(wall_pressure / wall_samples / ahead));
}

INSTANTIATE_TEST_SUITE_P(Cells, WedgeShock, ::testing::Values("hexahedron", "tetrahedron"));

}  // namespace
}  // namespace trireme::verify
