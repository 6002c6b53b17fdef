// SPDX-License-Identifier: Apache-2.0
// Both equation sets are solved to about second order across periodic cuts: the solutions have the periods of
// the box along x and y, where sides are joined; the sides across z are prescribed.
#include <numbers>

#include "tests/meshes/periodic_box.hpp"
#include "tests/verify/manufactured.hpp"

namespace trireme::verify {
namespace {

constexpr double turn = 2 * std::numbers::pi;

// Across z the flow is fast: where streamlines went round and round, little would tell their values apart.
State<4, Field> incompressible(const Vector<Field>& position) {
  const Field x = turn * position[0], y = turn * position[1], z = position[2];
  return {1.0 + 0.2 * sin(x + z), 0.6 + 0.2 * cos(y + 0.4) * sin(1.1 * z + x), 0.4 + 0.2 * sin(y + 0.8 * z),
          -1.0 + 0.2 * cos(1.2 * z + x)};
}

State<5, Field> compressible(const Vector<Field>& position) {
  const Field x = turn * position[0], y = turn * position[1], z = position[2];
  return {1.0 + 0.1 * sin(x + y), 0.5 + 0.1 * cos(y + 0.4) * sin(1.1 * z + x), 0.2 + 0.1 * sin(y + 0.8 * z),
          -0.1 + 0.1 * cos(1.2 * z + x), 0.7 + 0.1 * cos(x - y + z)};
}

template <class E>
void expect_second_order(const Solution<E>& solution) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto measure = [&](std::int64_t n) {
    const mesh::testing::PeriodicBox box{{n, n, n / 4}, mesh::BoxCells::tetrahedron, {0, 0, 0}, {1, 1, 0.25}};
    return solve_and_measure<E>(comm,
                                std::make_shared<const mesh::FlowMesh>(mesh::testing::periodic_mesh(
                                    comm, box, {{"x_min", "x_max"}, {"y_min", "y_max"}})),
                                {}, solution);
  };
  const auto coarse = measure(16), fine = measure(32);
  // With all sides prescribed the incompressible order is 1.69 on these meshes: a period is a wavelength.
  expect_order_between<E>(coarse.whole, fine.whole, 1.65, "periodic");
}

TEST(PeriodicManufactured, IncompressibleIsSecondOrderAcrossTheCuts) {
  expect_second_order<flow::IncompressibleEuler>(incompressible);
}
TEST(PeriodicManufactured, CompressibleIsSecondOrderAcrossTheCuts) {
  expect_second_order<flow::CompressibleEuler>(compressible);
}

}  // namespace
}  // namespace trireme::verify
