// SPDX-License-Identifier: Apache-2.0
// Every kind of defect, in cells of every shape, by itself and together with others.
#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "meshes/core/cell_shape.hpp"
#include "solvers/base/error.hpp"
#include "tests/meshes/pair_of_cells.hpp"

namespace trireme::mesh {
namespace {

using testing::add_cell;
using testing::add_cube;
using testing::add_facet;
using testing::marked;
using testing::pair_of;

// The kinds found, by key.
std::set<std::string_view> kinds(RawMesh mesh) {
  std::set<std::string_view> keys;
  const MeshFindings findings = check_and_repair(mesh);
  for (const Finding& finding : findings.all()) keys.insert(finding.kind->key);
  return keys;
}
using Kinds = std::set<std::string_view>;

GlobalIndex number(RawMesh mesh, const FindingKind& kind) {
  return check_and_repair(mesh).count(kind);
}

class MeshDefects : public ::testing::TestWithParam<CellType> {
 protected:
  RawMesh mesh_ = pair_of(GetParam());
  // Corners of the shared face, and the first point of the second cell beyond it.
  int base_ = GetParam() == CellType::pyramid || GetParam() == CellType::hexahedron ? 4 : 3;
  std::size_t first_lower_ = static_cast<std::size_t>(cell_size(GetParam()));
};

TEST_P(MeshDefects, NoneInASoundPair) {
  EXPECT_EQ(kinds(mesh_), Kinds{});
  RawMesh mesh = mesh_;
  repair_and_check(mesh, "pair");
  EXPECT_TRUE(mesh.notes.empty());
}

TEST_P(MeshDefects, AMirroredCellIsReoriented) {
  const RawMesh sound = mesh_;
  mirror_cell(GetParam(), std::span(mesh_.cell_vertices).first(first_lower_));
  EXPECT_EQ(kinds(mesh_), Kinds{mirrored_cell.key});
  repair_and_check(mesh_, "pair");
  EXPECT_EQ(mesh_.notes.size(), 1u);
  EXPECT_EQ(mesh_.cell_vertices, sound.cell_vertices);
}

TEST(MeshDefectsTogether, ACellWithAPointTwiceIsNotPinchedToo) {
  RawMesh mesh;
  mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.cell_types = {CellType::tetrahedron};
  mesh.cell_vertices = {0, 1, 2, 2};
  mesh.cell_offsets = {0, 4};
  EXPECT_EQ(number(mesh, repeated_point), 1);
  EXPECT_EQ(number(mesh, pinched_point), 0);
}

TEST_P(MeshDefects, ARepeatedPointInACell) {
  mesh_.cell_vertices[0] = mesh_.cell_vertices[1];
  EXPECT_EQ(number(mesh_, repeated_point), 1);
}

TEST_P(MeshDefects, ACellWithoutVolume) {
  for (std::size_t p = first_lower_; p < mesh_.points.size(); ++p) {
    mesh_.points[p][0] += 0.1;
    mesh_.points[p][2] = 0;
  }
  EXPECT_EQ(number(mesh_, no_volume), 1);
}

TEST_P(MeshDefects, AnEdgeWithoutLength) {
  mesh_.points[first_lower_] = mesh_.points[0];
  EXPECT_EQ(number(mesh_, zero_edge), 1);
}

TEST_P(MeshDefects, CellsThatOverlapAtAFace) {
  for (std::size_t p = first_lower_; p < mesh_.points.size(); ++p) mesh_.points[p][2] = 0.7;
  EXPECT_EQ(kinds(mesh_), (Kinds{mirrored_cell.key, folded_face.key}));
}

TEST_P(MeshDefects, AFaceOfThreeCells) {
  const auto begin = mesh_.cell_vertices.begin() + mesh_.cell_offsets[1];
  std::vector<GlobalIndex> third(begin, begin + cell_size(GetParam()));
  for (GlobalIndex& v : third) {
    if (v < base_) continue;
    mesh_.points.push_back(mesh_.points[static_cast<std::size_t>(v)]);
    mesh_.points.back()[2] -= 0.5;
    v = mesh_.n_points() - 1;
  }
  add_cell(mesh_, GetParam(), third);
  EXPECT_EQ(kinds(marked(mesh_)), Kinds{crowded_face.key});
}

TEST_P(MeshDefects, ACoordinateThatIsNoNumber) {
  mesh_.points[0][1] = std::numeric_limits<double>::quiet_NaN();
  mesh_.points[1][2] = HUGE_VAL;
  EXPECT_EQ(kinds(mesh_), Kinds{not_finite.key});
  EXPECT_EQ(number(mesh_, not_finite), 2);
}

TEST_P(MeshDefects, FacetsTwiceInsideAndNowhere) {
  const auto& facets = mesh_.markers[0].facet_vertices;
  const std::vector<GlobalIndex> first(facets.begin(), facets.begin() + mesh_.markers[0].facet_offsets[1]);
  RawMesh twice = mesh_;
  add_facet(twice, first);
  EXPECT_EQ(kinds(twice), Kinds{doubled_facet.key});
  RawMesh inside = mesh_;
  add_facet(inside, base_ == 3 ? std::vector<GlobalIndex>{0, 1, 2} : std::vector<GlobalIndex>{0, 1, 2, 3});
  EXPECT_EQ(kinds(inside), Kinds{inner_facet.key});
  RawMesh nowhere = mesh_;
  add_facet(nowhere, {0, static_cast<GlobalIndex>(first_lower_) - 1, static_cast<GlobalIndex>(first_lower_)});
  EXPECT_EQ(kinds(nowhere), Kinds{stray_facet.key});
}

TEST_P(MeshDefects, AHoleInTheBoundary) {
  RawMesh::Marker& marker = mesh_.markers[0];
  marker.facet_offsets.pop_back();
  marker.facet_vertices.resize(static_cast<std::size_t>(marker.facet_offsets.back()));
  EXPECT_EQ(kinds(mesh_), Kinds{unmarked_face.key});
  EXPECT_EQ(number(mesh_, unmarked_face), 1);
  const GlobalIndex n_left = marker.n_facets();
  mesh_.markers.clear();
  EXPECT_EQ(number(mesh_, unmarked_face), n_left + 1);
}

TEST_P(MeshDefects, OrphansAndEmptyMarkersAreDroppedAndIdsKeptUntilThen) {
  mesh_.points.insert(mesh_.points.begin(), {{9, 9, 9}, {8, 8, 8}});
  for (GlobalIndex& v : mesh_.cell_vertices) v += 2;
  for (GlobalIndex& v : mesh_.markers[0].facet_vertices) v += 2;
  mesh_.markers.emplace_back().name = "nothing";
  EXPECT_EQ(kinds(mesh_), (Kinds{orphan_point.key, empty_marker.key}));
  EXPECT_EQ(number(mesh_, orphan_point), 2);
  RawMesh repaired = mesh_;
  repair_and_check(repaired, "pair");
  EXPECT_EQ(repaired.points, pair_of(GetParam()).points);
  EXPECT_EQ(repaired.cell_vertices, pair_of(GetParam()).cell_vertices);
  EXPECT_EQ(repaired.markers.size(), 1u);
}

TEST_P(MeshDefects, PointsThatWereNotMerged) {
  // The second cell has its own copies of the shared face, a little off.
  const GlobalIndex copies = mesh_.n_points();
  for (int i = 0; i < base_; ++i) {
    mesh_.points.push_back(mesh_.points[static_cast<std::size_t>(i)]);
    mesh_.points.back()[0] += 1e-9;
  }
  for (auto k = static_cast<std::size_t>(mesh_.cell_offsets[1]); k < mesh_.cell_vertices.size(); ++k)
    if (mesh_.cell_vertices[k] < base_) mesh_.cell_vertices[k] += copies;
  mesh_.markers.clear();
  RawMesh all_marked = marked(mesh_);
  // Two surfaces in one place, both marked: that may be meant.
  EXPECT_EQ(kinds(all_marked), (Kinds{coincident_point.key, separate_part.key}));
  EXPECT_EQ(number(all_marked, coincident_point), base_);
  // The seam open: it is not.
  RawMesh open = mesh_;
  for (std::size_t f = 0; f + 1 < all_marked.markers[0].facet_offsets.size(); ++f) {
    const auto begin = all_marked.markers[0].facet_vertices.begin() + all_marked.markers[0].facet_offsets[f],
               end =
                   all_marked.markers[0].facet_vertices.begin() + all_marked.markers[0].facet_offsets[f + 1];
    if (std::any_of(begin, end, [&](GlobalIndex v) { return v >= base_ && v < copies; }))
      add_facet(open, {begin, end});
  }
  EXPECT_EQ(kinds(open), (Kinds{duplicate_point.key, unmarked_face.key, separate_part.key}));
  EXPECT_EQ(number(open, duplicate_point), base_);
  EXPECT_EQ(number(open, unmarked_face), 2);
}

// A copy beside a cell of tiny edges and one beside a large cell: the larger edge tells, whichever point has
// the smaller number.
TEST(MeshDefectsTogether, UnmergedPointsAreFoundWhateverTheirNumbers) {
  for (const bool tiny_first : {true, false}) {
    RawMesh mesh;
    const auto add = [&](double size, const Point& corner) {
      const auto begin = mesh.n_points();
      mesh.points.push_back(corner);
      for (std::size_t d = 0; d < 3; ++d) {
        Point p = corner;
        p[d] += size;
        mesh.points.push_back(p);
      }
      for (GlobalIndex i = 0; i < 4; ++i) mesh.cell_vertices.push_back(begin + i);
      mesh.cell_types.push_back(CellType::tetrahedron);
      mesh.cell_offsets.push_back(static_cast<GlobalIndex>(mesh.cell_vertices.size()));
    };
    if (tiny_first) add(-1e-3, {1e-7, 0, 0});
    add(1, {0, 0, 0});
    if (!tiny_first) add(-1e-3, {1e-7, 0, 0});
    EXPECT_EQ(number(mesh, duplicate_point), 1) << tiny_first;
  }
}

TEST_P(MeshDefects, PartsThatTouchInAPointOrAnEdge) {
  for (const int shared : {0, 1, 2}) {
    RawMesh mesh = pair_of(GetParam());
    mesh.markers.clear();
    const GlobalIndex n = mesh.n_points();
    for (GlobalIndex p = 0; p < n; ++p) {
      const Point& x = mesh.points[static_cast<std::size_t>(p)];
      mesh.points.push_back({x[0], -x[1] - (shared == 0 ? 1 : 0), x[2]});
    }
    for (GlobalIndex c = 0; c < 2; ++c) {
      std::vector<GlobalIndex> corners;
      for (GlobalIndex k = mesh.cell_offsets[static_cast<std::size_t>(c)];
           k < mesh.cell_offsets[static_cast<std::size_t>(c) + 1]; ++k) {
        const GlobalIndex v = mesh.cell_vertices[static_cast<std::size_t>(k)];
        corners.push_back(v < shared ? v : v + n);
      }
      mirror_cell(GetParam(), corners);
      add_cell(mesh, GetParam(), corners);
    }
    mesh = marked(std::move(mesh));
    const MeshFindings findings = check_and_repair(mesh);
    EXPECT_EQ(findings.count(separate_part), 1) << shared;
    EXPECT_EQ(findings.count(touching_parts), shared) << shared;
    EXPECT_EQ(findings.has_errors(), shared > 0) << shared;
  }
}

std::string shape_name(const ::testing::TestParamInfo<CellType>& info) {
  return cell_name(info.param);
}
INSTANTIATE_TEST_SUITE_P(Shapes, MeshDefects,
                         ::testing::Values(CellType::tetrahedron, CellType::pyramid, CellType::prism,
                                           CellType::hexahedron),
                         shape_name);

TEST(MeshDefectsTogether, FoldedAndConcaveCells) {
  RawMesh mesh = pair_of(CellType::hexahedron);
  std::swap(mesh.cell_vertices[4], mesh.cell_vertices[5]);
  EXPECT_TRUE(kinds(mesh).contains(folded_cell.key));
  mesh = pair_of(CellType::pyramid);
  mesh.points[2] = {0.45, 0.45, 0};
  EXPECT_EQ(kinds(mesh), Kinds{concave_cell.key});
  EXPECT_EQ(number(mesh, concave_cell), 2);
  mesh = pair_of(CellType::prism);
  std::swap(mesh.cell_vertices[3], mesh.cell_vertices[4]);
  EXPECT_TRUE(kinds(mesh).contains(folded_cell.key));
}

TEST(MeshDefectsTogether, AQuadrilateralAgainstTwoTriangles) {
  RawMesh mesh;
  add_cube(mesh, {0, 0, 0});
  mesh.points.push_back({0.5, 0.5, 2});
  add_cell(mesh, CellType::tetrahedron, {4, 5, 6, 8});
  add_cell(mesh, CellType::tetrahedron, {4, 6, 7, 8});
  RawMesh open = marked(mesh);
  // marked() gave the three faces at z = 1 to the marker; without them the mesh does not match there.
  RawMesh seam = mesh;
  for (std::size_t f = 0; f + 1 < open.markers[0].facet_offsets.size(); ++f) {
    const auto begin = open.markers[0].facet_vertices.begin() + open.markers[0].facet_offsets[f],
               end = open.markers[0].facet_vertices.begin() + open.markers[0].facet_offsets[f + 1];
    if (!std::all_of(begin, end,
                     [&](GlobalIndex v) { return mesh.points[static_cast<std::size_t>(v)][2] == 1; }))
      add_facet(seam, {begin, end});
  }
  EXPECT_TRUE(kinds(seam).contains(nonconforming_face.key));
  EXPECT_EQ(number(seam, nonconforming_face), 1);
  EXPECT_EQ(number(seam, unmarked_face), 0);
}

TEST(MeshDefectsTogether, PointsThatHangOnEdges) {
  RawMesh mesh;
  add_cube(mesh, {0, 0, 0});
  add_cube(mesh, {0, 0, 1}, {0.5, 1, 1});
  add_cube(mesh, {0.5, 0, 1}, {0.5, 1, 1});
  const MeshFindings findings = check_and_repair(mesh);
  EXPECT_EQ(findings.count(hanging_point), 2);
  EXPECT_GT(findings.count(unmarked_face), 0);
  // Two cubes of the same size have none.
  RawMesh even;
  add_cube(even, {0, 0, 0});
  add_cube(even, {0, 0, 1});
  EXPECT_EQ(number(even, hanging_point), 0);
}

TEST(MeshDefectsTogether, CubesPinchedInAPointAreNoted) {
  RawMesh mesh;
  for (const Point& at : {Point{0, 0, 0}, Point{1, 1, 0}, Point{0, 0, 1}, Point{1, 0, 1}, Point{1, 1, 1}})
    add_cube(mesh, at);
  mesh = marked(std::move(mesh));
  EXPECT_EQ(kinds(mesh), Kinds{pinched_point.key});
  EXPECT_EQ(number(mesh, pinched_point), 1);
}

TEST(MeshDefectsTogether, MarkersNamedAlike) {
  RawMesh mesh = pair_of(CellType::prism);
  mesh.markers.push_back(mesh.markers[0]);
  EXPECT_EQ(kinds(mesh), (Kinds{repeated_marker.key, doubled_facet.key}));
}

TEST(MeshDefectsTogether, AllAreFoundInOneRunWithFewExamples) {
  RawMesh mesh;
  for (int i = 0; i < 30; ++i) add_cube(mesh, {3.0 * i, 0, 0});
  mesh.points.push_back({0.5, 0.5, 0.5});
  for (int i = 0; i < 20; ++i) {
    const GlobalIndex v = mesh.cell_vertices[static_cast<std::size_t>(8 * i)];
    mesh.cell_vertices[static_cast<std::size_t>(8 * i) + 1] = v;
  }
  mesh.points[static_cast<std::size_t>(mesh.cell_vertices[8 * 25])][0] = HUGE_VAL;
  RawMesh copy = mesh;
  const MeshFindings findings = check_and_repair(mesh);
  EXPECT_EQ(findings.count(repeated_point), 20);
  EXPECT_EQ(findings.count(not_finite), 1);
  EXPECT_EQ(findings.count(separate_part), 29);
  EXPECT_EQ(findings.count(orphan_point), 21);
  EXPECT_EQ(mesh.points.size(), copy.points.size());  // ids stay those of the file
  for (const Finding& finding : findings.all()) EXPECT_LE(finding.examples.size(), 10u);
  try {
    repair_and_check(copy, "many.su2");
    FAIL();
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("many.su2: 1 point has a coordinate that is not finite"), std::string::npos) << text;
    EXPECT_NE(text.find("20 cells have a point twice"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace trireme::mesh
