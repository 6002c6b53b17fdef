// SPDX-License-Identifier: Apache-2.0
// Whole files: the project's own small broken boxes and the public meshes, both from TRIREME_DATA.
#include "meshes/read/read_mesh.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>

#include <gtest/gtest.h>

#include "meshes/core/dual_metrics.hpp"
#include "solvers/base/error.hpp"
#include "tests/meshes/small_meshes.hpp"
#include "tests/support/test_data.hpp"

namespace trireme::mesh {
namespace {

std::string refusal(const std::string& path) {
  try {
    read_foreign_mesh(path);
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), 2);
    return error.what();
  }
  return "accepted";
}

TEST(ReadMesh, KnowsFormatsByExtension) {
  EXPECT_EQ(format_of("a/b.SU2"), MeshFormat::su2);
  EXPECT_EQ(format_of("a.su2.gz"), MeshFormat::su2);
  EXPECT_EQ(format_of("uns3d.msh"), MeshFormat::petsc_fun3d);
  EXPECT_EQ(format_of("a.trimesh"), MeshFormat::own_hdf5);
  EXPECT_THROW(format_of("a.stl"), Error);
  EXPECT_THROW(format_of("su2"), Error);
}

TEST(ReadMesh, MissingFilesAndFoldersAreNamed) {
  EXPECT_NE(refusal("no/such/mesh.su2").find("cannot open mesh file 'no/such/mesh.su2' (No such file"),
            std::string::npos);
  const auto folder = std::filesystem::temp_directory_path() / "trireme_read_mesh_test.su2";
  std::filesystem::create_directory(folder);
  EXPECT_NE(refusal(folder.string()).find("it is a directory"), std::string::npos);
  std::filesystem::remove(folder);
}

TEST(ReadMesh, AGmshFileIsNamed) {
  const auto path = std::filesystem::temp_directory_path() / "trireme_read_mesh_test.msh";
  std::ofstream(path) << "$MeshFormat\n2.2 0 8\n";
  EXPECT_NE(refusal(path.string()).find("is a Gmsh file"), std::string::npos);
  std::filesystem::remove(path);
}

TEST(ReadMesh, ADamagedGzipStreamIsRefused) {
  TRIREME_DATA_FILE(source, "meshes/3d/brick_tets_11703.su2.gz");
  std::ifstream in(source, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(in)), {});
  const auto path = std::filesystem::temp_directory_path() / "trireme_read_mesh_test.su2.gz";
  std::ofstream(path, std::ios::binary) << bytes.substr(0, bytes.size() / 2);
  EXPECT_NE(refusal(path.string()).find("gzip stream is damaged or truncated"), std::string::npos);
  bytes[bytes.size() / 3] = static_cast<char>(~bytes[bytes.size() / 3]);
  std::ofstream(path, std::ios::binary) << bytes;
  EXPECT_NE(refusal(path.string()), "accepted");
  std::filesystem::remove(path);
}

TEST(ReadMesh, BrokenBoxesAreRepairedOrRefused) {
  TRIREME_DATA_FILE(folder, "meshes/bad");
  for (const auto& [name, part] : std::map<std::string, std::string>{
           {"05_duplicate_nodes_unmerged",
            "in the same place as another, and cells are not joined there: point 125"},
           {"09_face_shared_by_three", "3 faces are shared by more than two cells"},
           {"10_missing_marker_zp", "32 boundary faces belong to no marker"},
           {"12_marker_face_listed_twice", "marker 'dup'"},
           {"14_npoin_too_big", "14_npoin_too_big.su2:513: NPOIN= 126, but only 125 lines follow"},
           {"16_truncated",
            "16_truncated.su2:374: NELEM= 384, but only 372 lines follow (the file ends here)"},
           {"18_nan_coordinate", "18_nan_coordinate.su2:401: x of point 13 is 'nan'"}}) {
    EXPECT_NE(refusal(folder + "/" + name + ".su2").find(part), std::string::npos) << name;
  }
  for (const auto& [name, n_notes] : std::map<std::string, std::size_t>{{"00_good", 0},
                                                                        {"01_one_inverted_tet", 1},
                                                                        {"02_all_inverted", 1},
                                                                        {"06_orphan_node", 1},
                                                                        {"17_crlf", 0},
                                                                        {"20_marker_split_in_two", 0},
                                                                        {"22_empty_marker", 1},
                                                                        {"25_good_randomly_renumbered", 0}}) {
    const auto mesh = std::get<RawMesh>(read_foreign_mesh(folder + "/" + name + ".su2"));
    EXPECT_EQ(mesh.n_points(), 125) << name;
    EXPECT_EQ(mesh.n_cells(), 384) << name;
    EXPECT_EQ(mesh.notes.size(), n_notes) << name;
  }
}

TEST(ReadMesh, PublicMeshesHaveTheirCounts) {
  TRIREME_DATA_FILE(folder, "meshes");
  struct Case {
    const char* file;
    GlobalIndex points, cells;
    int dimension;
    std::size_t markers;
  };
  for (const Case& expected : {Case{"3d/brick_tets_11703.su2.gz", 11703, 59156, 3, 6},
                               Case{"3d/sphere_quaddominant_mixed_6940.su2.gz", 6940, 27899, 3, 2},
                               Case{"3d/oneram6_petscfun3d_A.su2", 2800, 13576, 3, 3},
                               Case{"2d/naca0012_inv_tri5233.su2", 2 * 5233, 10216, 2, 4},
                               Case{"2d/cylinder_lam_tri13336.su2.gz", 2 * 13336, 26192, 2, 4},
                               Case{"2d/wedge_inv_75x50.su2", 2 * 3750, 3626, 2, 6},
                               Case{"tmr/flatplate_turb_035x025.su2", 2 * 875, 816, 2, 7}}) {
    const auto mesh = std::get<RawMesh>(read_foreign_mesh(folder + "/" + expected.file));
    EXPECT_EQ(mesh.n_points(), expected.points) << expected.file;
    EXPECT_EQ(mesh.n_cells(), expected.cells) << expected.file;
    EXPECT_EQ(mesh.dimension, expected.dimension) << expected.file;
    EXPECT_EQ(mesh.markers.size(), expected.markers) << expected.file;
  }
}

TEST(ReadMesh, TheRebuiltTetrahedraOfMeshAHaveTheDualOfItsFile) {
  TRIREME_DATA_FILE(folder, "meshes/3d");
  const auto dual = std::get<RawDual>(read_foreign_mesh(folder + "/uns3dA.msh"));
  const auto mesh = std::get<RawMesh>(read_foreign_mesh(folder + "/oneram6_petscfun3d_A.su2"));
  ASSERT_EQ(dual.n_points(), mesh.n_points());
  EXPECT_EQ(dual.points, mesh.points);
  const std::vector<LocalIndex> vertices(mesh.cell_vertices.begin(), mesh.cell_vertices.end());
  const std::vector<LocalIndex> offsets(mesh.cell_offsets.begin(), mesh.cell_offsets.end());
  const LocalCells cells{mesh.cell_types, vertices, offsets};
  const LocalEdges edges = build_local_edges(cells, static_cast<LocalIndex>(mesh.n_points()));
  const DualMetrics metrics =
      compute_dual_metrics(cells, {mesh.points[0].data(), 3 * mesh.points.size()}, edges);
  ASSERT_EQ(dual.n_edges(), edges.n_edges());
  for (std::size_t v = 0; v < metrics.volumes.size(); ++v) {
    EXPECT_NEAR(metrics.volumes[v], dual.volumes[v], 1e-9 * dual.volumes[v]);
  }
  for (std::size_t e = 0; e < dual.edges.size(); ++e) {
    const auto [a, b] = dual.edges[e];
    const LocalIndex at =
        edges.find(static_cast<LocalIndex>(std::min(a, b)), static_cast<LocalIndex>(std::max(a, b)));
    const double* n = metrics.edge_normals.data() + 3 * static_cast<std::size_t>(at);
    const Point mine = scaled(a < b ? 1 : -1, {n[0], n[1], n[2]});
    EXPECT_LT(length(difference(mine, dual.edge_normals[e])), 1e-9 * length(dual.edge_normals[e]))
        << "edge " << e;
  }
}

}  // namespace
}  // namespace trireme::mesh
