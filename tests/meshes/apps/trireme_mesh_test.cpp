// SPDX-License-Identifier: Apache-2.0
// trireme-mesh as a user meets it: the commands of its help, their reports, exit codes and messages.
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/meshes/petsc_fun3d_bytes.hpp"
#include "tests/meshes/small_meshes.hpp"
#include "tests/solvers/program/launched_job.hpp"
#include "tests/support/test_data.hpp"

namespace trireme::mesh {
namespace {

std::string text_of(const testing::FileBytes& file) {
  return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}

class TriremeMesh : public ::testing::Test {
 protected:
  test::JobResult run(int ranks, const std::string& arguments) {
    return folder_.run(
        fmt::format("{} -n {} {} {}", TRIREME_TEST_MPIEXEC, ranks, TRIREME_TEST_PROGRAM, arguments));
  }
  nlohmann::json report(int ranks, const std::string& arguments) {
    const auto job = run(ranks, arguments + " --json-report report.json");
    EXPECT_EQ(job.exit_code, 0) << job.err;
    return nlohmann::json::parse(test::file_text(folder_.path() / "report.json"), nullptr, false);
  }
  void expect_refused(int ranks, const std::string& arguments, int exit_code, const std::string& part) {
    const auto job = run(ranks, arguments);
    EXPECT_EQ(job.exit_code, exit_code) << job.out << job.err;
    EXPECT_NE(job.err.find(part), std::string::npos) << job.err;
    EXPECT_EQ(job.err.find(part), job.err.rfind(part)) << "said twice:\n" << job.err;
  }
  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_.path() / name) << text;
    return name;
  }

  test::JobFolder folder_{"trireme_mesh_test"};
};

TEST_F(TriremeMesh, InfoCountsTheSameOnAnyRankCount) {
  write("house.su2", testing::house);
  for (const int ranks : {1, 2, 4}) {
    const auto mesh = report(ranks, "info house.su2").at("mesh");
    EXPECT_EQ(mesh.at("points"), 9);
    EXPECT_EQ(mesh.at("edges"), 16);
    EXPECT_EQ(mesh.at("cells").at("hexahedron"), 1);
    EXPECT_EQ(mesh.at("cells").at("pyramid"), 1);
    EXPECT_NEAR(mesh.at("volume").get<double>(), 4.0 / 3, 1e-14);
    EXPECT_LT(mesh.at("closure_error").get<double>(), 1e-14);
    EXPECT_EQ(mesh.at("bounding_box"), nlohmann::json({0, 0, 0, 1, 1, 2}));
    ASSERT_EQ(mesh.at("markers").size(), 2u);
    EXPECT_EQ(mesh.at("markers")[0].at("facets"), 5);
    EXPECT_NEAR(mesh.at("markers")[0].at("area").get<double>(), 5, 1e-14);
    EXPECT_GT(mesh.at("memory_bytes").get<int>(), 0);
  }
}

TEST_F(TriremeMesh, ConvertsThereAndBackWithoutLoss) {
  write("house.su2", testing::house);
  EXPECT_EQ(run(2, "convert house.su2 house.trimesh").exit_code, 0);
  EXPECT_EQ(run(3, "convert house.trimesh again.su2").exit_code, 0);
  EXPECT_EQ(run(1, "convert again.su2 third.su2").exit_code, 0);
  const std::string again = test::file_text(folder_.path() / "again.su2");
  EXPECT_FALSE(again.empty());
  EXPECT_EQ(test::file_text(folder_.path() / "third.su2"), again);
  EXPECT_EQ(run(2, "convert house.trimesh house.vtkhdf").exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "house.vtkhdf"));
}

TEST_F(TriremeMesh, GeneratesAndPartitions) {
  const auto generated =
      report(2, "generate box.trimesh mesh.generate.kind=box mesh.generate.target_vertices=1000").at("mesh");
  EXPECT_EQ(generated.at("quality").at("inverted_cells"), 0);
  EXPECT_NEAR(generated.at("quality").at("smallest_dihedral").get<double>(), 45, 1e-9);
  EXPECT_EQ(report(1, "info box.trimesh").at("mesh").at("quality"), generated.at("quality"));
  const auto partition =
      report(2, "partition box.trimesh partition.parts=12 partition.field=parts.vtkhdf").at("partition");
  ASSERT_EQ(partition.at("parts").size(), 12u);
  int vertices = 0;
  for (const auto& part : partition.at("parts")) vertices += part.at("vertices").get<int>();
  EXPECT_EQ(vertices, report(1, "info box.trimesh").at("mesh").at("points"));
  EXPECT_LT(partition.at("vertex_imbalance").get<double>(), 1.5);
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "parts.vtkhdf"));
  // The division does not depend on how many ranks computed it.
  EXPECT_EQ(report(1, "partition box.trimesh partition.parts=12").at("partition"), partition);
}

TEST_F(TriremeMesh, BadInputEndsWithOneMessageOnFourRanks) {
  expect_refused(4, "info missing.su2", 2, "cannot open mesh file");
  write("nan.su2", testing::replaced(testing::house, "1 1 0\n", "1 nan 0\n"));
  expect_refused(4, "info nan.su2", 2, "nan.su2:8: y of point 2 is");
  write("cut.su2", std::string(testing::house).substr(0, 70));
  expect_refused(4, "info cut.su2", 2, "cut.su2:");
  write("little.msh", text_of(testing::FileBytes(testing::Endian::little)));
  expect_refused(4, "info little.msh", 2, "the file is little-endian");
  write("big.msh", text_of(testing::FileBytes(testing::Endian::big)));
  // The same numbers in the right order are read; that they do not close is found later.
  expect_refused(4, "info big.msh", 2, "do not close");
  write("broken.trimesh", "not hdf5");
  expect_refused(4, "info broken.trimesh", 2, "broken.trimesh");
  expect_refused(1, "info house.stl", 2, "is not known");
  expect_refused(1, "paint house.su2", 2, "is no command");
  expect_refused(1, "info mesh.orderin=rcm", 2, "mesh.ordering");
  write("house.su2", testing::house);
  expect_refused(2, "convert house.su2 no/such/folder/house.su2", 5, "no/such/folder");
}

TEST_F(TriremeMesh, MeshAIsReadFromBothItsFiles) {
  TRIREME_DATA_FILE(folder, "meshes/3d");
  const auto dual = report(2, "info " + folder + "/uns3dA.msh").at("mesh");
  const auto cells = report(2, "info " + folder + "/oneram6_petscfun3d_A.su2").at("mesh");
  EXPECT_EQ(dual.at("points"), cells.at("points"));
  EXPECT_EQ(dual.at("edges"), cells.at("edges"));
  EXPECT_NEAR(dual.at("volume").get<double>(), cells.at("volume").get<double>(), 1e-9);
}

}  // namespace
}  // namespace trireme::mesh
