// SPDX-License-Identifier: Apache-2.0
// Mesh A refined twice: the forces of PETSc-FUN3D.
#include "tests/verify/onera_m6_refined.hpp"

namespace trireme::verify {
namespace {

TEST(OneraM6RefinedTwice, HasTheReferencesForces) {
  expect_refined(2, 152969, 1037864, 0.104506, 0.00607926);
}

}  // namespace
}  // namespace trireme::verify
