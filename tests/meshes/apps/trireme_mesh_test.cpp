// SPDX-License-Identifier: Apache-2.0
// trireme-mesh as a user meets it: the commands of its help, their reports, exit codes and messages.
#include <fstream>
#include <map>

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

TEST_F(TriremeMesh, PartsAreThoseOfThePointsInTheFileWithPeriodicSidesToo) {
  EXPECT_EQ(run(1, "generate box.trimesh mesh.generate.kind=box mesh.generate.target_vertices=300").exit_code,
            0);
  const std::string partition = "partition box.trimesh partition.parts=5 partition.field=";
  const auto alone = report(2, partition + "alone.vtkhdf"),
             joined = report(2, partition + "joined.vtkhdf mesh.periodic.x_min=x_max");
  EXPECT_EQ(joined.at("partition"), alone.at("partition"));
  const std::string bytes = test::file_text(folder_.path() / "alone.vtkhdf");
  EXPECT_FALSE(bytes.empty());
  EXPECT_TRUE(test::file_text(folder_.path() / "joined.vtkhdf") == bytes);
}

TEST_F(TriremeMesh, RefinesToTheSameFileOnAnyRankCount) {
  write("house.su2", testing::house);
  std::string first;
  for (const int ranks : {1, 3}) {
    EXPECT_EQ(report(ranks, "refine house.su2 fine.su2 --levels 2").at("mesh").at("points"), 155);
    const std::string text = test::file_text(folder_.path() / "fine.su2");
    if (ranks == 1) first = text;
    EXPECT_EQ(text, first);
    EXPECT_NEAR(report(ranks, "info fine.su2").at("mesh").at("volume").get<double>(), 4.0 / 3, 1e-14);
  }
  EXPECT_EQ(report(2, "refine house.su2 once.trimesh").at("mesh").at("points"), 32);
  EXPECT_EQ(report(1, "info house.su2 mesh.refine=1").at("mesh").at("points"), 32);
  std::ofstream(folder_.path() / "big.msh") << text_of(testing::FileBytes(testing::Endian::big));
  expect_refused(2, "refine big.msh fine.trimesh", 2, "a dual without cells");
  expect_refused(1, "refine house.su2 fine.su2 --levels two", 2, "mesh.refine");
}

TEST_F(TriremeMesh, ChecksTellOfEverythingAtOnce) {
  write("house.su2", testing::house);
  const auto good = report(2, "check house.su2").at("mesh");
  EXPECT_EQ(good.at("errors"), 0);
  EXPECT_EQ(good.at("points"), 9);
  // A mirrored pyramid, a facet left out, an empty marker and a wrong name of a marker.
  std::string text = testing::replaced(testing::house, "14 4 5 6 7 8", "14 7 6 5 4 8");
  text = testing::replaced(text, "NMARK= 2", "NMARK= 3\nMARKER_TAG= none\nMARKER_ELEMS= 0");
  text = testing::replaced(testing::replaced(text, "MARKER_ELEMS= 4", "MARKER_ELEMS= 3"), "5 4 5 8\n", "");
  write("bad.su2", text);
  const auto job = run(2, "check bad.su2 check.markers=[walls,rooof] --json-report report.json");
  EXPECT_EQ(job.exit_code, 2) << job.out << job.err;
  const auto mesh = nlohmann::json::parse(test::file_text(folder_.path() / "report.json")).at("mesh");
  std::map<std::string, int> counts;
  for (const auto& finding : mesh.at("findings")) {
    counts[finding.at("kind")] = finding.at("count");
    EXPECT_FALSE(finding.at("examples").empty());
    EXPECT_NE(job.out.find(finding.at("examples")[0].get<std::string>()), std::string::npos);
  }
  EXPECT_EQ(counts, (std::map<std::string, int>{{"mirrored_cells", 1},
                                                {"empty_markers", 1},
                                                {"boundary_faces_without_marker", 1},
                                                {"unknown_markers", 1},
                                                {"missing_markers", 1}}));
  EXPECT_EQ(mesh.at("errors"), 3);
  EXPECT_NE(job.out.find("did you mean 'rooof'?"), std::string::npos);
  // Loading the same mesh ends with one message.
  expect_refused(2, "info bad.su2", 2, "1 boundary face belongs to no marker");
}

TEST_F(TriremeMesh, ChecksLookAtFilesAsTheyAre) {
  write("house.su2", testing::house);
  expect_refused(2, "check house.su2 mesh.refine=1", 2, "mesh.refine is set");
  expect_refused(1, "check house.su2 mesh.split_to_tets=true", 2, "mesh.split_to_tets is set");
  const auto job = run(2,
                       "check mesh.generate.kind=box mesh.generate.box.cells=hexahedron "
                       "mesh.generate.target_vertices=100 mesh.split_to_tets=true");
  EXPECT_EQ(job.exit_code, 0) << job.err;
  EXPECT_NE(job.out.find("note: "), std::string::npos) << job.out;
  EXPECT_EQ(job.out.find("note: "), job.out.rfind("note: ")) << "told twice:\n" << job.out;
}

TEST_F(TriremeMesh, ChecksOfDamagedBoxesEndAsTheyShould) {
  TRIREME_DATA_FILE(folder, "meshes/bad");
  // Exit codes, and whether something is said to have been repaired.
  struct Expected {
    const char* file;
    int exit_code;
    bool repaired;
  };
  for (const auto& [file, exit_code, repaired] : {Expected{"00_good.su2", 0, false},
                                                  {"01_one_inverted_tet.su2", 0, true},
                                                  {"02_all_inverted.su2", 0, true},
                                                  {"05_duplicate_nodes_unmerged.su2", 2, false},
                                                  {"06_orphan_node.su2", 0, true},
                                                  {"09_face_shared_by_three.su2", 2, false},
                                                  {"10_missing_marker_zp.su2", 2, false},
                                                  {"12_marker_face_listed_twice.su2", 2, false},
                                                  {"14_npoin_too_big.su2", 2, false},
                                                  {"16_truncated.su2", 2, false},
                                                  {"17_crlf.su2", 0, false},
                                                  {"18_nan_coordinate.su2", 2, false},
                                                  {"20_marker_split_in_two.su2", 0, false},
                                                  {"22_empty_marker.su2", 0, true},
                                                  {"25_good_randomly_renumbered.su2", 0, false},
                                                  {"30_good.lb8.ugrid", 0, false},
                                                  {"31_good.b8.ugrid", 0, false}}) {
    const auto job = run(1, "check " + folder + "/" + file);
    EXPECT_EQ(job.exit_code, exit_code) << file << job.out << job.err;
    EXPECT_EQ(job.out.find("repaired: ") != std::string::npos, repaired) << file << job.out;
    if (exit_code != 0) {
      EXPECT_NE(job.err.find(file), std::string::npos) << job.err;
    }
  }
}

TEST_F(TriremeMesh, AbsurdDivisionsAreRefused) {
  write("house.su2", testing::house);
  EXPECT_EQ(run(1, "partition house.su2 partition.parts=9").exit_code, 0);
  expect_refused(2, "partition house.su2 partition.parts=10", 2,
                 "10 parts cannot be made of a mesh of 9 points");
  expect_refused(1, "partition house.su2 partition.parts=1000000", 2, "partition.parts");
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
