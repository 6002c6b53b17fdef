// SPDX-License-Identifier: Apache-2.0
// An isentropic vortex at rest is an exact steady solution of the compressible equations: the circular flow
// v = b r exp((1 - r^2)/2) with a^2 = 1 - (gamma - 1)/2 b^2 exp(1 - r^2) and entropy constant. It is solved
// on a box beside the vortex's centre, so that every streamline enters and leaves.
#include "tests/verify/manufactured.hpp"

namespace trireme::verify {
namespace {

using E = flow::CompressibleEuler;

State<5, Field> vortex(const Vector<Field>& position) {
  const double gamma = 1.4, b = 0.5;
  const Field x = position[0] + 0.3, y = position[1] + 0.3;
  const Field decay = exp(0.5 * (1.0 - (x * x + y * y)));
  const Field a2 = 1.0 - 0.5 * (gamma - 1) * b * b * decay * decay;
  return {pow(a2, 1 / (gamma - 1)), -b * y * decay, b * x * decay, 0.0, pow(a2, gamma / (gamma - 1)) / gamma};
}

TEST(IsentropicVortex, NeedsNoSource) {
  const auto parameters = flow::parameters_of<E>({});
  for (const double x : {0.1, 0.9}) {
    const double point[3] = {x, 0.4 * x, 0.2};
    for (const double source : flow::exact_values_at<E>(parameters, vortex, point).source)
      EXPECT_NEAR(source, 0, 1e-14);
  }
}

TEST(IsentropicVortex, IsSecondOrder) {
  expect_order<E>(1.8, {.perturbation = 0.16}, vortex);
}

}  // namespace
}  // namespace trireme::verify
