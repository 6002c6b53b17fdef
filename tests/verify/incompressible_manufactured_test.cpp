// SPDX-License-Identifier: Apache-2.0
// The incompressible equations are solved to second order in space.
#include "tests/verify/manufactured.hpp"

namespace trireme::verify {
namespace {

using E = flow::IncompressibleEuler;
using flow::GradientWeights;

const Solution<E> manufactured = flow::manufactured_solution(E::Parameters{});

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
TEST(IncompressibleManufactured, IsSecondOrderOnPerturbedHexahedraSplitIntoTetrahedra) {
  expect_order<E>(1.8, {.cells = mesh::BoxCells::hexahedron, .perturbation = 0.16, .split_to_tets = true},
                  manufactured);
}

}  // namespace
}  // namespace trireme::verify
