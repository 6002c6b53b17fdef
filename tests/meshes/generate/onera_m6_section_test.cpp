// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/onera_m6_section.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "meshes/generate/onera_m6_shape.hpp"

namespace trireme::mesh {
namespace {

TEST(OneraM6Section, IsClosedAtBothEnds) {
  EXPECT_EQ(onera_m6_half_thickness(0), 0.0);
  EXPECT_EQ(onera_m6_half_thickness(1), 0.0);
}

TEST(OneraM6Section, HasItsThickness) {
  double thickest = 0, where = 0;
  for (int i = 0; i <= 10000; ++i) {
    const double x = i / 10000.0, thickness = 2 * onera_m6_half_thickness(x);
    if (thickness > thickest) thickest = thickness, where = x;
  }
  EXPECT_NEAR(thickest, 0.0973, 1e-4);
  EXPECT_NEAR(where, 0.375, 0.01);
}

// The curve of the CAD model ends in the pole (0.99433494, 0.00070120); from there it runs straight to the
// edge.
TEST(OneraM6Section, MeetsTheEndOfTheCurve) {
  EXPECT_NEAR(onera_m6_half_thickness(0.99433493852), 7.0120e-4, 1e-6);
}

// The nose is round: the ordinate grows with the square root, with the radius y^2 / 2x = 0.0151 chords.
TEST(OneraM6Section, HasARoundNose) {
  for (const double x : {1e-8, 1e-6, 1e-5}) {
    EXPECT_NEAR(std::pow(onera_m6_half_thickness(x), 2) / (2 * x), 0.0151, 2e-4);
  }
}

TEST(OneraM6Section, RisesThenFallsWithoutWiggles) {
  bool falling = false;
  double before = 0;
  for (int i = 1; i <= 4000; ++i) {
    const double now = onera_m6_half_thickness(i / 4000.0);
    if (falling) {
      EXPECT_LT(now, before) << i;
    } else if (now < before) {
      falling = true;
    }
    before = now;
  }
  EXPECT_TRUE(falling);
}

TEST(OneraM6Shape, HasThePlanformOfTheWing) {
  using namespace onera_m6;
  EXPECT_NEAR(planform_area, 1.15316, 1e-5);                                   // root chords squared
  EXPECT_NEAR(planform_area * 0.8059 * 0.8059, 0.7532, 0.005);                 // metres squared
  EXPECT_NEAR(std::atan(tip_leading_edge / semispan) * 180 / M_PI, 30, 0.05);  // sweep
  EXPECT_NEAR(std::atan((tip_trailing_edge - 1) / semispan) * 180 / M_PI, 15.8, 0.15);
  EXPECT_NEAR(tip_trailing_edge - tip_leading_edge, 0.562, 0.001);  // taper
}

TEST(OneraM6Shape, KnowsInsideFromOutside) {
  const auto is_inside = [wing = onera_m6::shape()](double x, double y, double z) {
    return wing::is_inside(wing, x, y, z);
  };
  EXPECT_TRUE(is_inside(0.4, 0.0, 0.0));
  EXPECT_TRUE(is_inside(0.4, -0.048, 0.0));
  EXPECT_FALSE(is_inside(0.4, 0.05, 0.0));
  EXPECT_FALSE(is_inside(-0.001, 0.0, 0.0));
  EXPECT_FALSE(is_inside(1.0, 0.0, 0.0));
  EXPECT_FALSE(is_inside(0.4, 0.0, 1.4));  // ahead of the swept leading edge
  const double x = 1.1, tip = onera_m6::semispan;
  EXPECT_TRUE(is_inside(x, 0.0, tip + 0.025));  // within the rounding, of radius 0.0273 there
  EXPECT_FALSE(is_inside(x, 0.02, tip + 0.025));
  EXPECT_FALSE(is_inside(x, 0.0, tip + 0.03));
}

}  // namespace
}  // namespace trireme::mesh
