// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/boundary_options.hpp"

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"

namespace trireme::flow {
namespace {

std::string failure(const std::vector<std::string>& markers, const BoundaryOptions& options) {
  try {
    resolve_boundaries(markers, options);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
  return "";
}

TEST(BoundaryOptions, KnowsMarkersByTheirNames) {
  const std::vector<std::string> markers{"WING",  "Symmetry", "FARFIELD",      "far_field_2", "solid_1",
                                         "wall3", "solid",    "extrusion_min", "far_field"};
  const std::vector<BoundaryCondition> expected{
      BoundaryKind::slip_wall, BoundaryKind::symmetry,  BoundaryKind::far_field,
      BoundaryKind::far_field, BoundaryKind::slip_wall, BoundaryKind::slip_wall,
      BoundaryKind::slip_wall, BoundaryKind::symmetry,  BoundaryKind::far_field};
  EXPECT_EQ(resolve_boundaries(markers, {}), expected);
}

TEST(BoundaryOptions, TheDeckOverridesTheNames) {
  BoundaryOptions options;
  options.kinds = {{"wing", "far_field"}, {"x_min", "slip_wall"}};
  const std::vector<std::string> markers{"wing", "x_min"};
  EXPECT_EQ(resolve_boundaries(markers, options),
            (std::vector<BoundaryCondition>{BoundaryKind::far_field, BoundaryKind::slip_wall}));
}

TEST(BoundaryOptions, ListsMarkersAndKindsWhenANameSaysNothing) {
  const std::string text = failure({"wing", "inlet", "wallaby"}, {});
  for (const char* part : {"inlet, wallaby", "wing, inlet, wallaby", "slip_wall, symmetry, far_field",
                           "boundary.inlet=far_field"}) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  }
}

TEST(BoundaryOptions, RefusesMarkersThatTheMeshDoesNotHave) {
  BoundaryOptions options;
  options.kinds = {{"wnig", "slip_wall"}};
  const std::string text = failure({"wing", "far_field"}, options);
  EXPECT_NE(text.find("boundary.wnig"), std::string::npos) << text;
  EXPECT_NE(text.find("wing, far_field"), std::string::npos) << text;
}

}  // namespace
}  // namespace trireme::flow
