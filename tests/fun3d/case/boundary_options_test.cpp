// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/boundary_options.hpp"

#include <gtest/gtest.h>

#include "fun3d/physics/equation_sets.hpp"
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

TEST(BoundaryOptions, KnowsTheOtherKindsByTheirOwnWords) {
  const std::vector<std::string> markers{"pressure_outlet",   "Total_Pressure_Inlet_2",
                                         "supersonic_inflow", "supersonic_outflow",
                                         "freestream",        "cylinder"};
  const std::vector<BoundaryCondition> expected{
      BoundaryKind::pressure_outlet,   BoundaryKind::total_pressure_inlet,
      BoundaryKind::supersonic_inflow, BoundaryKind::supersonic_outflow,
      BoundaryKind::far_field,         BoundaryKind::slip_wall};
  EXPECT_EQ(resolve_boundaries(markers, {}), expected);
  EXPECT_NE(failure({"outlet"}, {}), "");
}

TEST(BoundaryOptions, TakesValuesByMarker) {
  BoundaryOptions options;
  options.kinds = {{"inlet", "total_pressure_inlet"}, {"outlet", "pressure_outlet"}};
  options.pressure = {{"outlet", "0.98"}};
  options.total_pressure = {{"inlet", "1.2"}};
  options.total_temperature = {{"inlet", "1.05"}};
  options.direction = {{"inlet", "0 3 4"}};
  const std::vector<std::string> markers{"inlet", "outlet"};
  const auto conditions = resolve_boundaries(markers, options);
  EXPECT_EQ(conditions[0].total_pressure, 1.2);
  EXPECT_EQ(conditions[0].total_temperature, 1.05);
  EXPECT_EQ(conditions[0].direction, (Vector3{0, 0.6, 0.8}));
  EXPECT_EQ(conditions[0].pressure, std::nullopt);
  EXPECT_EQ(conditions[1].pressure, 0.98);
}

TEST(BoundaryOptions, RefusesValuesThatMeanNothing) {
  const std::vector<std::string> markers{"wall", "pressure_outlet", "total_pressure_inlet"};
  BoundaryOptions options;
  options.pressure = {{"wall", "1"}};
  EXPECT_NE(failure(markers, options).find("boundary_values.pressure.wall: slip_wall takes no pressure"),
            std::string::npos);
  for (const char* wrong : {"0", "-1", "nan", "much", ""}) {
    options.pressure = {{"pressure_outlet", wrong}};
    EXPECT_NE(failure(markers, options).find("boundary_values.pressure.pressure_outlet"), std::string::npos);
  }
  options.pressure = {{"exit", "1"}};
  EXPECT_NE(failure(markers, options).find("the mesh has no such marker"), std::string::npos);
  for (const char* wrong : {"0 0 0", "1 0", "1 0 0 0", "1 0 x", ""}) {
    options.pressure.clear();
    options.direction = {{"total_pressure_inlet", wrong}};
    EXPECT_NE(failure(markers, options).find("boundary_values.direction"), std::string::npos) << wrong;
  }
}

TEST(BoundaryOptions, NamesTheMarkerWhoseKindTheEquationsLack) {
  const std::vector<std::string> markers{"wall", "intake"};
  const std::vector<BoundaryCondition> conditions{BoundaryKind::slip_wall, BoundaryKind::supersonic_inflow};
  require_boundaries_of<CompressibleEuler>(markers, conditions);
  try {
    require_boundaries_of<IncompressibleEuler>(markers, conditions);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_NE(
        std::string(error.what()).find("boundary.intake: incompressible_euler has no supersonic_inflow"),
        std::string::npos)
        << error.what();
  }
}

TEST(BoundaryOptions, NamesTheMarkerWhoseTemperatureTheEquationsLack) {
  const std::vector<std::string> markers{"intake"};
  std::vector<BoundaryCondition> conditions{BoundaryKind::total_pressure_inlet};
  require_boundaries_of<IncompressibleEuler>(markers, conditions);
  conditions[0].total_temperature = 1.1;
  require_boundaries_of<CompressibleEuler>(markers, conditions);
  try {
    require_boundaries_of<IncompressibleEuler>(markers, conditions);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_NE(std::string(error.what()).find("boundary_values.total_temperature.intake"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace trireme::flow
