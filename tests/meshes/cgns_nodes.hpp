// SPDX-License-Identifier: Apache-2.0
// A mesh as the nodes of a CGNS file, for the tests of its reader and the seeds of its fuzzing.
#pragma once

#include <string>
#include <vector>

#include "meshes/core/raw_mesh.hpp"
#include "meshes/read/cgns_tree.hpp"

namespace trireme::mesh::testing {

enum class Conditions { face_lists, element_ranges, none };

inline CgnsNode node_of(const std::string& name, const std::string& label,
                        std::vector<CgnsNode> children = {}) {
  CgnsNode node;
  node.name = name;
  node.label = label;
  node.children = std::move(children);
  return node;
}
inline CgnsNode text_node(const std::string& name, const std::string& label, const std::string& text) {
  CgnsNode node = node_of(name, label);
  node.text = text;
  return node;
}
inline CgnsNode integer_node(const std::string& name, const std::string& label,
                             std::vector<std::int64_t> values) {
  CgnsNode node = node_of(name, label);
  node.integers = std::move(values);
  return node;
}

// The cells in one MIXED section, each marker's facets in one of its own.
inline CgnsNode cgns_nodes(const RawMesh& mesh, Conditions conditions) {
  CgnsNode grid = node_of("GridCoordinates", "GridCoordinates_t");
  for (std::size_t d = 0; d < 3; ++d) {
    CgnsNode& axis = grid.children.emplace_back(node_of(std::string("Coordinate") + "XYZ"[d], "DataArray_t"));
    for (const Point& p : mesh.points) axis.reals.push_back(p[d]);
  }
  CgnsNode zone = integer_node("zone", "Zone_t", {mesh.n_points(), mesh.n_cells(), 0});
  zone.children = {text_node("ZoneType", "ZoneType_t", "Unstructured"), grid};
  const auto add_section = [&](const std::string& name, std::int64_t first, std::int64_t last,
                               std::vector<std::int64_t> connectivity) {
    CgnsNode section = integer_node(name, "Elements_t", {20, 0});
    section.children = {integer_node("ElementRange", "IndexRange_t", {first, last}),
                        integer_node("ElementConnectivity", "DataArray_t", std::move(connectivity))};
    zone.children.push_back(section);
  };
  std::vector<std::int64_t> ids;
  constexpr int type_of_cell[] = {10, 12, 14, 17};
  for (GlobalIndex c = 0; c < mesh.n_cells(); ++c) {
    ids.push_back(type_of_cell[static_cast<int>(mesh.cell_types[c])]);
    for (GlobalIndex i = mesh.cell_offsets[c]; i < mesh.cell_offsets[c + 1]; ++i)
      ids.push_back(mesh.cell_vertices[i] + 1);
  }
  add_section("cells", 1, mesh.n_cells(), ids);
  std::int64_t next = mesh.n_cells() + 1;
  CgnsNode zone_bc = node_of("ZoneBC", "ZoneBC_t");
  for (const auto& marker : mesh.markers) {
    ids.clear();
    for (GlobalIndex f = 0; f < marker.n_facets(); ++f) {
      ids.push_back(marker.facet_offsets[f + 1] - marker.facet_offsets[f] == 3 ? 5 : 7);
      for (GlobalIndex i = marker.facet_offsets[f]; i < marker.facet_offsets[f + 1]; ++i)
        ids.push_back(marker.facet_vertices[i] + 1);
    }
    const std::int64_t last = next + marker.n_facets() - 1;
    add_section(conditions == Conditions::none ? marker.name : "facets of " + marker.name, next, last, ids);
    CgnsNode condition = text_node("bc " + marker.name, "BC_t", "BCWall");
    condition.children.push_back(text_node("FamilyName", "FamilyName_t", marker.name));
    if (conditions == Conditions::face_lists) {
      CgnsNode list = integer_node("PointList", "IndexArray_t", {});
      for (std::int64_t e = next; e <= last; ++e) list.integers.push_back(e);
      condition.children.push_back(text_node("GridLocation", "GridLocation_t", "FaceCenter"));
      condition.children.push_back(list);
    } else {
      condition.children.push_back(integer_node("ElementRange", "IndexRange_t", {next, last}));
    }
    zone_bc.children.push_back(condition);
    next = last + 1;
  }
  if (conditions != Conditions::none) zone.children.push_back(zone_bc);
  CgnsNode base = integer_node("base", "CGNSBase_t", {3, 3});
  base.children = {zone};
  return node_of("", "", {base});
}

// The first node found by names from the root down.
inline CgnsNode& node_at(CgnsNode& root, const std::vector<std::string>& names) {
  CgnsNode* node = &root;
  for (const std::string& name : names) {
    CgnsNode* found = nullptr;
    for (CgnsNode& child : node->children) {
      if (!found && child.name == name) found = &child;
    }
    node = found ? found : node;
  }
  return *node;
}

}  // namespace trireme::mesh::testing
