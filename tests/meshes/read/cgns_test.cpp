// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/cgns.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "meshes/core/check_mesh.hpp"
#include "meshes/read/su2.hpp"
#include "tests/meshes/cgns_nodes.hpp"
#include "tests/meshes/same_mesh.hpp"
#include "tests/meshes/small_meshes.hpp"

namespace trireme::mesh {
namespace {

using testing::cgns_nodes;
using testing::Conditions;
using testing::expect_same_mesh;
using testing::integer_node;
using testing::node_at;
using testing::text_node;

CgnsNode house() {
  return cgns_nodes(read_su2(testing::house, "house.su2"), Conditions::face_lists);
}

void expect_refused(const CgnsNode& root, const std::string& part) {
  const std::string text = testing::refusal([&] { read_cgns(root, "mesh.cgns"); });
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(Cgns, ReadsSectionsAndBoundaryConditions) {
  for (const char* text : {testing::house, testing::tower, testing::two_tetrahedra}) {
    const RawMesh expected = read_su2(text, "mesh.su2");
    for (const Conditions conditions :
         {Conditions::face_lists, Conditions::element_ranges, Conditions::none}) {
      const RawMesh mesh = read_cgns(cgns_nodes(expected, conditions), "mesh.cgns");
      expect_same_mesh(mesh, expected);
      ASSERT_EQ(mesh.notes.size(), 1u);
      EXPECT_NE(mesh.notes[0].find(conditions == Conditions::none ? "named after their sections" : "BCWall"),
                std::string::npos);
    }
  }
}

// The tower in sections of one type each, the cells last.
TEST(Cgns, ReadsSectionsOfOneType) {
  CgnsNode root = cgns_nodes(read_su2(testing::tower, "tower.su2"), Conditions::none);
  CgnsNode& zone = node_at(root, {"base", "zone"});
  zone.children.resize(2);
  const auto add = [&](const std::string& name, std::int64_t type, std::int64_t first, std::int64_t last,
                       std::vector<std::int64_t> ids) {
    zone.children.push_back(integer_node(name, "Elements_t", {type, 0}));
    zone.children.back().children = {integer_node("ElementRange", "IndexRange_t", {first, last}),
                                     integer_node("ElementConnectivity", "DataArray_t", std::move(ids))};
  };
  add("sides", 7, 2, 4, {1, 2, 5, 4, 2, 3, 6, 5, 3, 1, 4, 6});
  add("caps", 5, 5, 9, {1, 2, 3, 4, 5, 7, 5, 6, 7, 6, 4, 7, 4, 5, 6});
  add("lines", 3, 1, 1, {1, 2});
  add("prisms", 14, 10, 10, {1, 2, 3, 4, 5, 6});
  add("tetrahedra", 10, 11, 11, {4, 5, 6, 7});
  RawMesh mesh = read_cgns(root, "mesh.cgns");
  EXPECT_EQ(mesh.cell_types, (std::vector{CellType::prism, CellType::tetrahedron}));
  ASSERT_EQ(mesh.markers.size(), 2u);
  EXPECT_EQ(mesh.markers[0].name, "sides");
  EXPECT_EQ(mesh.markers[1].name, "caps");
  EXPECT_EQ(mesh.markers[1].n_facets(), 4) << "the triangle between the cells is dropped";
  EXPECT_NO_THROW(repair_and_check(mesh, "mesh.cgns"));
}

TEST(Cgns, ConditionsWithoutFacesAndSharedFacesAreNoted) {
  CgnsNode root = house();
  CgnsNode& zone_bc = node_at(root, {"base", "zone", "ZoneBC"});
  zone_bc.children.push_back(text_node("edges", "BC_t", "BCGeneral"));
  zone_bc.children.back().children = {integer_node("PointList", "IndexArray_t", {1, 2}),
                                      text_node("GridLocation", "GridLocation_t", "EdgeCenter")};
  CgnsNode& list = node_at(root, {"base", "zone", "ZoneBC", "bc roof", "PointList"});
  list.integers.push_back(3);
  const RawMesh mesh = read_cgns(root, "mesh.cgns");
  EXPECT_EQ(mesh.markers[0].n_facets(), 5);
  EXPECT_EQ(mesh.markers[1].n_facets(), 4);
  ASSERT_EQ(mesh.notes.size(), 3u);
  EXPECT_NE(mesh.notes[1].find("not used: edges (EdgeCenter)"), std::string::npos) << mesh.notes[1];
  EXPECT_NE(mesh.notes[2].find("1 face is in several"), std::string::npos) << mesh.notes[2];
}

TEST(Cgns, RefusalsNameNodeAndValue) {
  const auto changed = [](const std::vector<std::string>& names, auto&& change) {
    CgnsNode root = house();
    change(node_at(root, names));
    return root;
  };
  const std::vector<std::string> base{"base"}, zone{"base", "zone"}, cells{"base", "zone", "cells"},
      range{"base", "zone", "cells", "ElementRange"}, ids{"base", "zone", "cells", "ElementConnectivity"},
      x{"base", "zone", "GridCoordinates", "CoordinateX"},
      list{"base", "zone", "ZoneBC", "bc roof", "PointList"};
  expect_refused(CgnsNode{}, "node /: it has no base");
  expect_refused(changed({}, [](CgnsNode& n) { n.children.push_back(n.children[0]); }),
                 "it has 2 bases (one is read)");
  expect_refused(changed(base, [](CgnsNode& n) { n.children.push_back(n.children[0]); }),
                 "node /base: it has 2 zones");
  expect_refused(changed(base,
                         [](CgnsNode& n) {
                           n.integers = {2, 3};
                         }),
                 "the base is not three-dimensional");
  expect_refused(changed({"base", "zone", "ZoneType"}, [](CgnsNode& n) { n.text = "Structured"; }),
                 "node /base/zone: the zone is 'Structured'");
  expect_refused(changed(zone, [](CgnsNode& n) { n.children.erase(n.children.begin()); }),
                 "the zone is 'Structured'");
  expect_refused(changed(zone, [](CgnsNode& n) { n.integers = {10, 2, 0}; }), "9 coordinates are there");
  expect_refused(changed(x, [](CgnsNode& n) { n.name = "CoordinateR"; }), "CoordinateX is missing");
  expect_refused(changed(x, [](CgnsNode& n) { n.reals[3] = NAN; }),
                 "CoordinateX: the coordinate of vertex 4 is nan");
  expect_refused(changed(cells, [](CgnsNode& n) { n.integers = {22, 0}; }), "polygons or polyhedra");
  expect_refused(changed(cells, [](CgnsNode& n) { n.integers = {11, 0}; }), "second or higher order");
  expect_refused(changed(range, [](CgnsNode& n) { n.integers = {1, 200}; }), "its ElementRange is 1 to 200");
  expect_refused(changed(range, [](CgnsNode& n) { n.integers = {1, 3}; }), "ends within element 3 of 3");
  expect_refused(changed(range, [](CgnsNode& n) { n.integers = {1, 1}; }), "goes on after element 1");
  expect_refused(changed(range, [](CgnsNode& n) { n.integers = {2, 3}; }), "element 3 is given twice");
  expect_refused(changed(ids, [](CgnsNode& n) { n.integers[1] = 10; }),
                 "vertex 10 of element 1 does not exist");
  expect_refused(changed(ids, [](CgnsNode& n) { n.integers.pop_back(); }), "ends within element 2 of 2");
  expect_refused(changed(list, [](CgnsNode& n) { n.integers[0] = 99; }),
                 "node /base/zone/ZoneBC/bc roof/PointList: element 99 is no face");
  expect_refused(changed(list, [](CgnsNode& n) { n.integers[0] = 1; }), "element 1 is no face");
}

}  // namespace
}  // namespace trireme::mesh
