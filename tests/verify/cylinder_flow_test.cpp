// SPDX-License-Identifier: Apache-2.0
// Flow around a circular cylinder against what is known of it: incompressible, the pressure of potential
// flow, 1 - 4 sin^2; at Mach 0.38 the same pressure ahead and behind; no drag and no lift in either. All
// start from the free stream and converge by eight orders.
#include <cmath>
#include <map>

#include "tests/verify/deck_flow.hpp"

namespace trireme::verify {
namespace {

struct WallErrors {
  double pressure;  // root mean square over the wall of the pressure coefficient's error
  double drag, lift;
};

// The error of the pressure coefficient at a wall vertex; mirrored: that of the vertex behind or ahead of it.
using PressureError = double (*)(const mesh::Point& at, double coefficient, double mirrored);

template <class E>
WallErrors wall_errors(const std::string& equations, const std::string& cells, int target_vertices,
                       PressureError error_of) {
  const auto flow = solve_deck<E>(TRIREME_TEST_CASES "/cylinder.yaml",
                                  {"flow.equations=" + equations, "mesh.generate.cylinder.cells=" + cells,
                                   "mesh.generate.target_vertices=" + std::to_string(target_vertices)});
  EXPECT_EQ(flow->end.reason, flow::EndReason::converged) << flow->end.drop;
  EXPECT_GE(flow->end.drop, 1e8);
  EXPECT_LE(flow->end.steps, 40);
  using Place = std::array<long, 3>;
  const auto place = [](const mesh::Point& at, double side) {
    return Place{std::lround(side * at[0] * 1e6), std::lround(at[1] * 1e6), std::lround(at[2] * 1e6)};
  };
  std::map<Place, double> coefficients;
  for (std::size_t i = 0; i < flow->samples.size(); ++i) {
    if (!flow->on_wall[i]) continue;
    const auto& sample = flow->samples[i];
    coefficients[place(sample.at, 1)] =
        E::pressure_coefficient(flow->parameters, E::pressure(flow->parameters, sample.q));
  }
  EXPECT_GT(coefficients.size(), 30u);
  double sum = 0;
  for (std::size_t i = 0; i < flow->samples.size(); ++i) {
    if (!flow->on_wall[i]) continue;
    const mesh::Point& at = flow->samples[i].at;
    sum += std::pow(error_of(at, coefficients.at(place(at, 1)), coefficients.at(place(at, -1))), 2);
  }
  return {std::sqrt(sum / static_cast<double>(coefficients.size())), std::abs(flow->forces.drag),
          std::abs(flow->forces.lift)};
}

// Meshes of half the cell size.
template <class E>
void expect_convergence(const std::string& equations, const std::string& cells, PressureError error_of,
                        double largest_error, double largest_drag) {
  const WallErrors coarse = wall_errors<E>(equations, cells, 1200, error_of);
  const WallErrors fine = wall_errors<E>(equations, cells, 4800, error_of);
  EXPECT_LT(fine.pressure, largest_error);
  EXPECT_LT(fine.pressure, coarse.pressure / 2.5);
  EXPECT_LT(fine.drag, largest_drag);
  EXPECT_LT(fine.drag, coarse.drag / 4);
  EXPECT_LT(fine.lift, 1e-4);
  ::testing::Test::RecordProperty("pressure_error", std::to_string(fine.pressure));
  ::testing::Test::RecordProperty("pressure_error_coarse", std::to_string(coarse.pressure));
  ::testing::Test::RecordProperty("drag", std::to_string(fine.drag));
  ::testing::Test::RecordProperty("drag_coarse", std::to_string(coarse.drag));
}

double from_potential_flow(const mesh::Point& at, double coefficient, double) {
  return coefficient - (1 - 4 * at[1] * at[1] / (at[0] * at[0] + at[1] * at[1]));
}

double from_symmetry(const mesh::Point&, double coefficient, double mirrored) {
  return coefficient - mirrored;
}

TEST(Cylinder, IncompressiblePressureBecomesThatOfPotentialFlow) {
  expect_convergence<flow::IncompressibleEuler>("incompressible_euler", "hexahedron", from_potential_flow,
                                                0.05, 0.04);
}

TEST(Cylinder, SubsonicFlowIsTheSameAheadAndBehind) {
  for (const char* cells : {"hexahedron", "tetrahedron"}) {
    expect_convergence<flow::CompressibleEuler>("compressible_euler", cells, from_symmetry, 0.3, 0.06);
  }
}

}  // namespace
}  // namespace trireme::verify
