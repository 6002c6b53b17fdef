// SPDX-License-Identifier: Apache-2.0
// The incompressible equations are solved to second order in space.
#include "tests/verify/manufactured.hpp"

namespace trireme::verify {
namespace {

using E = flow::IncompressibleEuler;
using flow::GradientWeights;

State<4, Field> manufactured(const Vector<Field>& position) {
  const auto& [x, y, z] = position;
  return {1.0 + 0.4 * sin(1.7 * x + 0.6 * y + z), 1.0 + 0.3 * cos(0.9 * x + 1.4 * y) * sin(1.1 * z + 0.3 * x),
          0.2 + 0.3 * sin(1.3 * y + 0.8 * z) * cos(0.7 * x), -0.1 + 0.25 * cos(1.2 * z + 0.9 * x + 0.5 * y)};
}

TEST(IncompressibleManufactured, IsSecondOrderOnRegularTetrahedra) {
  expect_order<E>(1.8, {}, manufactured);
}
TEST(IncompressibleManufactured, IsSecondOrderOnPerturbedTetrahedra) {
  expect_order<E>(1.8, {.perturbation = 0.16}, manufactured);
}
TEST(IncompressibleManufactured, IsSecondOrderWithWeightedGradients) {
  expect_order<E>(1.8,
                  {.perturbation = 0.16, .flow = {.gradient_weights = GradientWeights::inverse_distance}},
                  manufactured);
}
TEST(IncompressibleManufactured, IsSecondOrderOnRegularHexahedraAndPrisms) {
  expect_order<E>(1.8, {.cells = mesh::BoxCells::hexahedron}, manufactured, 8);
  expect_order<E>(1.8, {.cells = mesh::BoxCells::prism}, manufactured, 8);
}
TEST(IncompressibleManufactured, KeepsMoreThanFirstOrderOnPerturbedHexahedraAndPrisms) {
  expect_order<E>(1.0, {.cells = mesh::BoxCells::hexahedron, .perturbation = 0.16}, manufactured, 8);
  expect_order<E>(1.0, {.cells = mesh::BoxCells::prism, .perturbation = 0.16}, manufactured, 8);
}

}  // namespace
}  // namespace trireme::verify
