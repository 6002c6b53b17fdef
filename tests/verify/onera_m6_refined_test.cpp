// SPDX-License-Identifier: Apache-2.0
// Mesh A refined once: the forces of PETSc-FUN3D.
#include "tests/verify/onera_m6_refined.hpp"

namespace trireme::verify {
namespace {

TEST(OneraM6Refined, OnceHasTheReferencesForces) {
  expect_refined(1, 20177, 132792, 0.104228, 0.011255);
}

}  // namespace
}  // namespace trireme::verify
