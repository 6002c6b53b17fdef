// SPDX-License-Identifier: Apache-2.0
// Whole files: the project's own small broken boxes and the public meshes, both from TRIREME_DATA.
#include "meshes/read/read_mesh.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>

#include <gtest/gtest.h>

#include "meshes/core/dual_metrics.hpp"
#include "meshes/read/su2.hpp"
#include "solvers/base/error.hpp"
#include "tests/meshes/gmsh_bytes.hpp"
#include "tests/meshes/same_mesh.hpp"
#include "tests/meshes/small_meshes.hpp"
#include "tests/meshes/ugrid_bytes.hpp"
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
  EXPECT_EQ(format_of("a.msh4"), MeshFormat::gmsh);
  EXPECT_EQ(format_of("a.lb8.ugrid.gz"), MeshFormat::ugrid);
  EXPECT_EQ(format_of("a.cgns"), MeshFormat::cgns);
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

TEST(ReadMesh, TheContentsOfAMshFileSayWhoseItIs) {
  const auto path = std::filesystem::temp_directory_path() / "trireme_read_mesh_test.msh";
  const RawMesh house = read_su2(testing::house, "house.su2");
  std::ofstream(path) << testing::gmsh_bytes(house, testing::GmshVersion::v41, testing::Encoding::ascii);
  EXPECT_EQ(std::get<RawMesh>(read_foreign_mesh(path.string())).n_cells(), 2);
  std::ofstream(path) << "neither";
  EXPECT_NE(refusal(path.string()).find("uns3d.msh"), std::string::npos);
  std::filesystem::remove(path);
}

// The cube of these files has no surface elements at x = 0 and x = 1, where it is periodic.
TEST(ReadMesh, GmshVersionsAndEncodingsOfOneMeshAgree) {
  TRIREME_DATA_FILE(folder, "meshes/formats");
  const auto first = std::get<RawMesh>(read_foreign_mesh(folder + "/gmsh-3d-ascii.msh2"));
  EXPECT_EQ(first.n_points(), 131);
  EXPECT_EQ(first.n_cells(), 364);
  ASSERT_EQ(first.markers.size(), 2u);
  EXPECT_EQ(first.markers[0].name, "boundary");
  EXPECT_EQ(first.markers[0].n_facets(), 160);
  EXPECT_EQ(first.markers[1].name, "unmarked");
  EXPECT_EQ(first.markers[1].n_facets(), 80);
  for (const char* name : {"/gmsh-3d-binary.msh2", "/gmsh-3d-ascii.msh4", "/gmsh-3d-binary.msh4"}) {
    auto mesh = std::get<RawMesh>(read_foreign_mesh(folder + name));
    ASSERT_EQ(mesh.n_points(), first.n_points());
    for (std::size_t p = 0; p < mesh.points.size(); ++p)
      EXPECT_LT(length(difference(mesh.points[p], first.points[p])), 1e-14) << name;
    mesh.points = first.points;
    testing::expect_same_mesh(mesh, first);
  }
}

TEST(ReadMesh, UgridFilesTakeNamesFromTheMapbcBeside) {
  const auto folder = std::filesystem::temp_directory_path() / "trireme_read_mesh_test";
  std::filesystem::create_directory(folder);
  const RawMesh house = read_su2(testing::house, "house.su2");
  std::ofstream(folder / "house.lb8.ugrid", std::ios::binary)
      << testing::ugrid_bytes(house, testing::Encoding::little);
  std::ofstream(folder / "house.mapbc") << "2\n1 3000 walls\n2 5000\n";
  const auto mesh = std::get<RawMesh>(read_foreign_mesh((folder / "house.lb8.ugrid").string()));
  EXPECT_EQ(mesh.markers[0].name, "walls");
  EXPECT_EQ(mesh.markers[1].name, "far_field_2");
  // Endings may be in capitals, whatever the file system makes of names.
  std::filesystem::rename(folder / "house.lb8.ugrid", folder / "house.LB8.UGRID");
  const auto capitals = std::get<RawMesh>(read_foreign_mesh((folder / "house.LB8.UGRID").string()));
  EXPECT_EQ(capitals.markers[0].name, "walls");
  std::filesystem::remove_all(folder);
}

TEST(ReadMesh, UgridFilesHaveTheirCounts) {
  TRIREME_DATA_FILE(folder, "meshes");
  const auto box = std::get<RawMesh>(read_foreign_mesh(folder + "/bad/00_good.su2"));
  for (const char* name : {"/bad/30_good.lb8.ugrid", "/bad/31_good.b8.ugrid"}) {
    const auto mesh = std::get<RawMesh>(read_foreign_mesh(folder + name));
    EXPECT_EQ(mesh.points, box.points);
    EXPECT_EQ(mesh.cell_vertices, box.cell_vertices);
    EXPECT_EQ(mesh.markers.size(), box.markers.size());
    EXPECT_TRUE(mesh.notes.empty());
  }
  // Tetrahedra, pyramids and prisms of a binary file; tetrahedra of an ASCII one.
  const auto egg = std::get<RawMesh>(read_foreign_mesh(folder + "/formats/inviscid_egg.b8.ugrid"));
  EXPECT_EQ(egg.n_points(), 1170);
  EXPECT_EQ(egg.n_cells(), 2984 + 38 + 814);
  ASSERT_EQ(egg.notes.size(), 1u) << "data of the generator behind the elements";
  const auto cylinder = std::get<RawMesh>(read_foreign_mesh(folder + "/formats/cube-cylinder.ugrid"));
  EXPECT_EQ(cylinder.n_points(), 395);
  EXPECT_EQ(cylinder.n_cells(), 1937);
}

// Pyramids on the boundary of a cube filled with tetrahedra; six conditions on edges, cells and points.
TEST(ReadMesh, ACgnsFileHasItsCounts) {
  TRIREME_DATA_FILE(folder, "meshes/formats");
  const auto mesh = std::get<RawMesh>(read_foreign_mesh(folder + "/mixed.cgns"));
  EXPECT_EQ(mesh.n_points(), 638);
  EXPECT_EQ(mesh.n_cells(), 2574 + 216);
  ASSERT_EQ(mesh.markers.size(), 5u);
  EXPECT_EQ(mesh.markers[0].name, "Group_1");
  EXPECT_EQ(mesh.markers[0].n_facets(), 36);
  EXPECT_EQ(mesh.markers[4].name, "Group_5");
  EXPECT_EQ(mesh.markers[4].n_facets(), 72);
  EXPECT_EQ(mesh.notes.size(), 2u);
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
