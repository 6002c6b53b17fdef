// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/naca4_section.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"

namespace trireme::mesh {
namespace {

TEST(Naca4Section, IsClosedAtBothEndsAndHasItsThickness) {
  for (const auto trailing_edge : {NacaTrailingEdge::closed, NacaTrailingEdge::extended}) {
    const Naca4Section section("0012", trailing_edge);
    EXPECT_EQ(section.half_thickness(0), 0.0);
    EXPECT_EQ(section.half_thickness(1), 0.0);
    double thickest = 0;
    for (int i = 0; i <= 1000; ++i) thickest = std::max(thickest, 2 * section.half_thickness(i / 1000.0));
    // The extended curve is scaled by 1 / 1.0089304.
    EXPECT_NEAR(thickest, trailing_edge == NacaTrailingEdge::closed ? 0.12 : 0.12 / 1.0089304, 1e-4);
    for (const double x : {1e-7, 1e-5}) {
      EXPECT_NEAR(std::pow(section.half_thickness(x), 2) / (2 * x), section.nose_radius(), 5e-5);
    }
    EXPECT_LT(section.half_thickness(1 - 1e-9), 1e-9);
  }
  EXPECT_NEAR(Naca4Section("0012", NacaTrailingEdge::closed).nose_radius(), 0.01587, 1e-5);
}

// The report's ordinates of 0012: x 30 %: 6.002 %, x 60 %: 4.563 %.
TEST(Naca4Section, HasTheOrdinatesOfTheReport) {
  const Naca4Section section("0012", NacaTrailingEdge::extended);
  const double chord = 1.0089304;  // of the section in the report's chords
  EXPECT_NEAR(chord * section.half_thickness(0.3 / chord), 0.06002, 2e-5);
  EXPECT_NEAR(chord * section.half_thickness(0.6 / chord), 0.04563, 2e-5);
}

TEST(Naca4Section, CamberHasItsHeightItsPlaceAndNoKink) {
  const Naca4Section section("2412", NacaTrailingEdge::closed);
  EXPECT_NEAR(section.camber(0.4).ordinate, 0.02, 1e-16);
  EXPECT_NEAR(section.camber(0.4).slope, 0, 1e-16);
  EXPECT_NEAR(section.camber(0).ordinate, 0, 1e-16);
  EXPECT_NEAR(section.camber(1).ordinate, 0, 1e-16);
  EXPECT_NEAR(section.camber(0).slope, 0.1, 1e-15);
  for (double x = -0.5; x < 1.5; x += 0.01) {
    const double step = 1e-6;
    const double slope = (section.camber(x + step).ordinate - section.camber(x - step).ordinate) / (2 * step);
    EXPECT_NEAR(section.camber(x).slope, slope, 1e-6) << x;
  }
}

TEST(Naca4Section, RefusesWhatIsNoSection) {
  for (const char* digits :
       {"", "012", "00120", "001x", "-012", "0000", "0003", "0040", "9412", "2112", "2812"}) {
    EXPECT_THROW(Naca4Section(digits, NacaTrailingEdge::closed), Error) << digits;
  }
}

}  // namespace
}  // namespace trireme::mesh
