// SPDX-License-Identifier: Apache-2.0
// The compressible equations are solved to second order in space, with each flux, in subsonic and supersonic
// flow.
#include "tests/verify/manufactured.hpp"

namespace trireme::verify {
namespace {

using E = flow::CompressibleEuler;
using flow::EquationChoice;
using flow::FluxScheme;

// Mach numbers around the first argument, in all directions.
template <int tenths_of_mach>
State<5, Field> manufactured(const Vector<Field>& position) {
  const auto& [x, y, z] = position;
  const double mach = 0.1 * tenths_of_mach;
  return {1.0 + 0.15 * sin(1.7 * x + 0.6 * y + z),
          mach * (1.0 + 0.2 * cos(0.9 * x + 1.4 * y) * sin(1.1 * z + 0.3 * x)),
          mach * (0.2 + 0.2 * sin(1.3 * y + 0.8 * z) * cos(0.7 * x)),
          mach * (-0.1 + 0.2 * cos(1.2 * z + 0.9 * x + 0.5 * y)),
          (1.0 + 0.2 * cos(1.1 * x + 0.7 * y + 1.4 * z)) * (1.0 / 1.4)};
}

Discretization of(FluxScheme flux) {
  Discretization discretization;
  discretization.flow.flux = flux;
  return discretization;
}

TEST(CompressibleManufactured, IsSecondOrderOnRegularTetrahedra) {
  expect_order<E>(1.8, of(FluxScheme::roe), manufactured<5>);
}
TEST(CompressibleManufactured, IsSecondOrderOnPerturbedTetrahedra) {
  expect_order<E>(1.8, {.perturbation = 0.16}, manufactured<5>);
}

}  // namespace
}  // namespace trireme::verify
