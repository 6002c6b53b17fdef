// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/cgns.hpp"

#include <algorithm>
#include <cmath>

#include "meshes/read/cgns_boundary.hpp"
#include "meshes/read/cgns_lookup.hpp"
#include "meshes/read/cgns_sections.hpp"
#include "meshes/read/match_facets.hpp"

namespace trireme::mesh {
namespace {

class CgnsReader {
 public:
  explicit CgnsReader(std::string_view file_name) : file_name_(file_name) {}

  RawMesh read(const CgnsNode& root) {
    const CgnsNode& base = only_child(root, "", "CGNSBase_t", "base");
    const std::string base_path = "/" + base.name;
    if (base.integers.size() != 2 || base.integers[0] != 3 || base.integers[1] != 3) {
      fail(base_path, "the base is not three-dimensional",
           base.integers.size() == 2 ? "cells have dimension " + std::to_string(base.integers[0]) +
                                           ", space has " + std::to_string(base.integers[1])
                                     : "its data are not two integers",
           "give a volume mesh");
    }
    const CgnsNode& zone = only_child(base, base_path, "Zone_t", "zone");
    path_ = base_path + "/" + zone.name;
    const CgnsNode* type = cgns_child(zone, "ZoneType_t");
    const std::string zone_type = type ? trim_cgns(type->text) : "Structured";
    if (zone_type != "Unstructured")
      fail(path_, "the zone is '" + zone_type + "'", "unstructured zones are read",
           "convert it to an unstructured one");
    read_points(zone);
    CgnsSections sections(zone, path_, file_name_, mesh_);
    const std::vector<bool> may_drop = read_cgns_boundary(zone, path_, file_name_, sections, mesh_);
    match_facets(mesh_, may_drop, OpenFaces::leave, file_name_);
    return std::move(mesh_);
  }

 private:
  [[noreturn]] void fail(const std::string& path, const std::string& problem, const std::string& why,
                         const std::string& suggestion) const {
    refuse_cgns(file_name_, path, problem, why, suggestion);
  }

  const CgnsNode& only_child(const CgnsNode& node, const std::string& path, std::string_view label,
                             const std::string& what) const {
    const auto is_one = [&](const CgnsNode& child) { return child.label == label; };
    const auto count = std::count_if(node.children.begin(), node.children.end(), is_one);
    if (count == 0)
      fail(path, "it has no " + what, "links to other files are not followed",
           "the file is no CGNS mesh or damaged");
    if (count > 1)
      fail(path, "it has " + std::to_string(count) + " " + what + "s", "one is read",
           "join them or split the file");
    return *std::find_if(node.children.begin(), node.children.end(), is_one);
  }

  void read_points(const CgnsNode& zone) {
    if (zone.integers.size() < 2 || zone.integers[0] < 1)
      fail(path_, "the number of its vertices is missing",
           "its data are [vertices, cells, boundary vertices]", "export the mesh again");
    const std::int64_t n = zone.integers[0];
    const std::string path = path_ + "/GridCoordinates";
    const CgnsNode* grid = cgns_child(zone, "GridCoordinates_t", "GridCoordinates");
    if (!grid)
      fail(path, "it is missing", "links to other files are not followed", "export the mesh into one file");
    for (std::size_t d = 0; d < 3; ++d) {
      const std::string name = std::string("Coordinate") + "XYZ"[d];
      const CgnsNode* coordinate = cgns_child(*grid, "DataArray_t", name);
      if (!coordinate)
        fail(path, name + " is missing", "Cartesian coordinates are read",
             "export the mesh with CoordinateX, CoordinateY and CoordinateZ");
      if (static_cast<std::int64_t>(coordinate->reals.size()) != n) {
        fail(path + "/" + name, std::to_string(coordinate->reals.size()) + " coordinates are there",
             "the zone has " + std::to_string(n) + " vertices",
             "the file is damaged, or has rind planes; export the mesh without them");
      }
      mesh_.points.resize(coordinate->reals.size());
      for (std::size_t v = 0; v < mesh_.points.size(); ++v) {
        mesh_.points[v][d] = coordinate->reals[v];
        if (std::isfinite(coordinate->reals[v])) continue;
        fail(path + "/" + name,
             "the coordinate of vertex " + std::to_string(v + 1) + " is " +
                 std::to_string(coordinate->reals[v]),
             "it must be finite", "export the mesh again");
      }
    }
  }

  std::string file_name_;
  std::string path_;  // of the zone
  RawMesh mesh_;
};

}  // namespace

RawMesh read_cgns(const CgnsNode& root, std::string_view file_name) {
  return CgnsReader(file_name).read(root);
}

}  // namespace trireme::mesh
