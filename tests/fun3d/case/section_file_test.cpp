// SPDX-License-Identifier: Apache-2.0
// Where sections may lie; what they hold is tested in section_curves_test and read_outputs.py.
#include "fun3d/case/section_file.hpp"

#include <gtest/gtest.h>
#include <petscsys.h>

#include "solvers/base/error.hpp"
#include "tests/meshes/periodic_box.hpp"

namespace trireme::flow {
namespace {

constexpr int up = 1;  // the span is z

// Walls are the sides across y.
std::vector<std::uint8_t> walls_of(const mesh::FlowMesh& mesh) {
  std::vector<std::uint8_t> wall;
  for (const std::string& name : mesh.marker_names) wall.push_back(name.starts_with('y') ? 1 : 0);
  return wall;
}

SectionPlanes place(const mesh::FlowMesh& mesh, std::vector<double> sections) {
  OutputOptions options;
  options.sections = std::move(sections);
  return place_sections(comm::Communicator(PETSC_COMM_WORLD), mesh, walls_of(mesh), options, up);
}

mesh::FlowMesh box(const std::map<std::string, std::string>& periodic, std::int64_t layers = 4) {
  return mesh::testing::periodic_mesh(comm::Communicator(PETSC_COMM_WORLD), {{5, 4, layers}}, periodic);
}

TEST(SectionFile, SectionsAreFractionsOfTheWallsSpan) {
  const SectionPlanes planes = place(box({}), {0.25, 0.5});
  ASSERT_EQ(planes.positions.size(), 2u);
  EXPECT_NEAR(planes.positions[1] - planes.positions[0], 0.25 * 0.75, 0.02);  // the box is wavy
}

TEST(SectionFile, WallsThatGoOnAcrossAPeriodicCutHaveNone) {
  for (const auto& pairs :
       {std::map<std::string, std::string>{{"x_min", "x_max"}}, {{"x_min", "x_max"}, {"z_min", "z_max"}}}) {
    mesh::FlowMesh mesh = box(pairs);
    std::string text;
    try {
      place(mesh, {0.5});
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      text = error.what();
    }
    EXPECT_NE(text.find("mesh.periodic"), std::string::npos) << text;
    EXPECT_TRUE(place(mesh, {}).positions.empty());
    mesh.dimension = 2;  // which is cut in its middle otherwise
    EXPECT_TRUE(place(mesh, {}).positions.empty());
  }
}

TEST(SectionFile, WallsThatGoOnAlongTheSpanOnlyHaveSections) {
  for (const std::int64_t layers : {1, 4}) {
    mesh::FlowMesh mesh = box({{"z_min", "z_max"}}, layers);
    EXPECT_EQ(place(mesh, {0.5}).positions.size(), 1u);
  }
}

}  // namespace
}  // namespace trireme::flow
