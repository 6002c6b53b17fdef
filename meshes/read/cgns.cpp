// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/cgns.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "meshes/read/match_facets.hpp"
#include "solvers/base/error.hpp"

namespace trireme::mesh {
namespace {

// ElementType_t by number.
struct CgnsShape {
  std::int64_t number;
  int size;
  int dimension;
  CellType cell;  // of three-dimensional shapes
};
constexpr CgnsShape shapes[] = {{2, 1, 0, {}},
                                {3, 2, 1, {}},
                                {5, 3, 2, {}},
                                {7, 4, 2, {}},
                                {10, 4, 3, CellType::tetrahedron},
                                {12, 5, 3, CellType::pyramid},
                                {14, 6, 3, CellType::prism},
                                {17, 8, 3, CellType::hexahedron}};
constexpr std::int64_t mixed = 20, ngon = 22, nface = 23;

// Text of a node without the blanks and zeros that pad it; names of markers must be one line.
std::string trimmed(std::string text) {
  text.resize(text.find_last_not_of(std::string_view(" \0\t\n", 4)) + 1);
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ') c = '_';
  }
  return text;
}

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
    const CgnsNode* type = child_of(zone, "ZoneType_t");
    const std::string zone_type = type ? trimmed(type->text) : "Structured";
    if (zone_type != "Unstructured")
      fail(path_, "the zone is '" + zone_type + "'", "unstructured zones are read",
           "convert it to an unstructured one");
    read_points(zone);
    read_sections(zone);
    read_boundary(zone);
    make_markers();
    match_facets(mesh_, may_drop_, OpenFaces::leave, file_name_);
    return std::move(mesh_);
  }

 private:
  struct Facet {
    std::int64_t begin;  // in facet_vertices_
    int size;
    std::int32_t section;
    std::int32_t condition = -1;
  };
  struct Section {
    std::string name;
    std::int64_t first, last;                 // element numbers
    std::int64_t facet_begin = -1;            // facets_ of its elements when all are two-dimensional
    std::vector<std::int64_t> facet_of = {};  // of MIXED: position in facets_ or -1
  };

  [[noreturn]] void fail(const std::string& node, const std::string& problem, const std::string& why = {},
                         const std::string& suggestion = {}) const {
    throw Error(ErrorKind::input, file_name_ + ": node " + (node.empty() ? "/" : node) + ": " + problem, why,
                suggestion);
  }

  static const CgnsNode* child_of(const CgnsNode& node, std::string_view label, std::string_view name = {}) {
    for (const CgnsNode& child : node.children) {
      if (child.label == label && (name.empty() || child.name == name)) return &child;
    }
    return nullptr;
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
      fail(path_, "it does not tell the number of its vertices",
           "its data are [vertices, cells, boundary vertices]", "export the mesh again");
    const std::int64_t n = zone.integers[0];
    const std::string path = path_ + "/GridCoordinates";
    const CgnsNode* grid = child_of(zone, "GridCoordinates_t", "GridCoordinates");
    if (!grid) fail(path, "it is missing", "links to other files are not followed");
    for (std::size_t d = 0; d < 3; ++d) {
      const std::string name = std::string("Coordinate") + "XYZ"[d];
      const CgnsNode* coordinate = child_of(*grid, "DataArray_t", name);
      if (!coordinate) fail(path, name + " is missing", "Cartesian coordinates are read");
      if (static_cast<std::int64_t>(coordinate->reals.size()) != n) {
        fail(path + "/" + name, std::to_string(coordinate->reals.size()) + " coordinates are there",
             "the zone has " + std::to_string(n) + " vertices", "the file is damaged");
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

  const CgnsShape& shape_of(std::int64_t number, const std::string& path) const {
    const auto shape = std::find_if(std::begin(shapes), std::end(shapes),
                                    [&](const CgnsShape& each) { return each.number == number; });
    if (shape != std::end(shapes)) return *shape;
    if (number == ngon || number == nface)
      fail(path, "its elements are polygons or polyhedra", "ElementType " + std::to_string(number),
           "export tetrahedra, pyramids, prisms and hexahedra");
    fail(path, "ElementType " + std::to_string(number) + " is not read",
         number > 3 && number < 62 ? "it has second or higher order" : "it is not known",
         "export linear elements: TRI_3, QUAD_4, TETRA_4, PYRA_5, PENTA_6, HEXA_8");
  }

  void read_sections(const CgnsNode& zone) {
    for (const CgnsNode& node : zone.children) {
      if (node.label == "Elements_t") read_section(node, path_ + "/" + node.name);
    }
    if (mesh_.n_cells() == 0)
      fail(path_, "it has no volume elements", "only those have a volume to compute in",
           "give a volume mesh");
    std::sort(sections_.begin(), sections_.end(),
              [](const Section& a, const Section& b) { return a.first < b.first; });
    for (std::size_t s = 1; s < sections_.size(); ++s) {
      if (sections_[s].first <= sections_[s - 1].last) {
        fail(path_ + "/" + sections_[s].name,
             "element " + std::to_string(sections_[s].first) + " is given twice",
             "section " + sections_[s - 1].name + " has elements to " + std::to_string(sections_[s - 1].last),
             "the file is damaged");
      }
    }
  }

  void read_section(const CgnsNode& node, const std::string& path) {
    const CgnsNode* range = child_of(node, "IndexRange_t", "ElementRange");
    const CgnsNode* connectivity = child_of(node, "DataArray_t", "ElementConnectivity");
    if (node.integers.empty())
      fail(path, "its element type is missing", "its data are [type, boundary elements]",
           "export the mesh again");
    const std::int64_t type = node.integers[0];
    if (type != mixed) shape_of(type, path);
    if (!range || range->integers.size() != 2)
      fail(path, "its ElementRange is missing", "it holds the first and last element",
           "export the mesh again");
    if (!connectivity)
      fail(path, "its ElementConnectivity is missing", "links to other files are not followed",
           "export the mesh into one file");
    Section section{trimmed(node.name), range->integers[0], range->integers[1]};
    const std::vector<std::int64_t>& ids = connectivity->integers;
    // A count that the connectivity cannot hold is refused before anything is computed from it.
    if (section.first < 1 || section.last < section.first ||
        section.last - section.first >= static_cast<std::int64_t>(ids.size())) {
      fail(path,
           "its ElementRange is " + std::to_string(section.first) + " to " + std::to_string(section.last),
           "ElementConnectivity has " + std::to_string(ids.size()) + " numbers", "the file is damaged");
    }
    const std::int64_t count = section.last - section.first + 1;
    std::size_t at = 0;
    section.facet_begin = static_cast<std::int64_t>(facets_.size());
    for (std::int64_t k = 0; k < count; ++k) {
      if (type == mixed && at >= ids.size()) refuse_end(path, k, count);
      const CgnsShape& shape = shape_of(type == mixed ? ids[at++] : type, path);
      if (ids.size() - at < static_cast<std::size_t>(shape.size)) refuse_end(path, k, count);
      if (type == mixed)
        section.facet_of.push_back(shape.dimension == 2 ? static_cast<std::int64_t>(facets_.size()) : -1);
      add_element(shape, ids.data() + at, path, section.first + k);
      at += static_cast<std::size_t>(shape.size);
    }
    if (at != ids.size()) {
      fail(path, "its ElementConnectivity goes on behind element " + std::to_string(section.last),
           std::to_string(ids.size() - at) + " numbers follow", "the file is damaged");
    }
    if (type != mixed && static_cast<std::int64_t>(facets_.size()) == section.facet_begin)
      section.facet_begin = -1;
    section_names_.push_back(section.name);
    sections_.push_back(std::move(section));
  }

  [[noreturn]] void refuse_end(const std::string& path, std::int64_t found, std::int64_t count) const {
    fail(path,
         "its ElementConnectivity ends within element " + std::to_string(found + 1) + " of " +
             std::to_string(count),
         "more is expected", "the file is damaged; export it again");
  }

  void add_element(const CgnsShape& shape, const std::int64_t* ids, const std::string& path,
                   std::int64_t number) {
    if (shape.dimension < 2) return;
    std::vector<GlobalIndex>& target = shape.dimension == 3 ? mesh_.cell_vertices : facet_vertices_;
    for (int i = 0; i < shape.size; ++i) {
      if (ids[i] < 1 || ids[i] > mesh_.n_points()) {
        fail(path,
             "vertex " + std::to_string(ids[i]) + " of element " + std::to_string(number) + " does not exist",
             "the zone has vertices 1 to " + std::to_string(mesh_.n_points()), "the file is damaged");
      }
      target.push_back(ids[i] - 1);
    }
    if (shape.dimension == 3) {
      mesh_.cell_types.push_back(shape.cell);
      mesh_.cell_offsets.push_back(static_cast<GlobalIndex>(mesh_.cell_vertices.size()));
    } else {
      facets_.push_back({static_cast<std::int64_t>(facet_vertices_.size()) - shape.size, shape.size,
                         static_cast<std::int32_t>(section_names_.size())});
    }
  }

  // The facet that is element `number`, or null.
  Facet* facet_of(std::int64_t number) {
    auto section = std::upper_bound(sections_.begin(), sections_.end(), number,
                                    [](std::int64_t n, const Section& each) { return n < each.first; });
    if (section == sections_.begin()) return nullptr;
    --section;
    if (number > section->last) return nullptr;
    const std::int64_t k = number - section->first;
    const std::int64_t at = !section->facet_of.empty()  ? section->facet_of[static_cast<std::size_t>(k)]
                            : section->facet_begin >= 0 ? section->facet_begin + k
                                                        : -1;
    return at < 0 ? nullptr : &facets_[static_cast<std::size_t>(at)];
  }

  void read_boundary(const CgnsNode& zone) {
    std::string unused, kinds;
    std::size_t n_unused = 0, n_kinds = 0;
    const CgnsNode* zone_bc = child_of(zone, "ZoneBC_t");
    if (!zone_bc) return;
    for (const CgnsNode& condition : zone_bc->children) {
      if (condition.label != "BC_t") continue;
      const std::string path = path_ + "/" + zone_bc->name + "/" + condition.name;
      const CgnsNode* family = child_of(condition, "FamilyName_t");
      std::string name = family ? trimmed(family->text) : "";
      if (name.empty()) name = trimmed(condition.name);
      const CgnsNode* location = child_of(condition, "GridLocation_t");
      const std::string where = location ? trimmed(location->text) : "Vertex";
      const CgnsNode* list = nullptr;
      for (const CgnsNode& child : condition.children) {
        const bool by_element = child.name == "ElementList" || child.name == "ElementRange";
        const bool by_point = child.name == "PointList" || child.name == "PointRange";
        if (by_element || (by_point && where == "FaceCenter")) list = &child;
      }
      if (!list) {
        if (n_unused++ < 12)
          unused += (unused.empty() ? "" : ", ") + trimmed(condition.name) + " (" + where + ")";
        continue;
      }
      if (n_kinds++ < 20) kinds += (kinds.empty() ? "" : ", ") + name + " " + trimmed(condition.text);
      assign(*list, path + "/" + list->name, condition_number(name));
    }
    if (!kinds.empty()) mesh_.notes.push_back(file_name_ + ": types of the boundary conditions: " + kinds);
    if (!unused.empty()) {
      mesh_.notes.push_back(file_name_ + ": boundary conditions that list no faces are not used: " + unused +
                            (n_unused > 12 ? ", ..." : ""));
    }
    if (n_shared_ > 0) {
      mesh_.notes.push_back(file_name_ + ": " + std::to_string(n_shared_) +
                            " faces are in several boundary conditions; each was given to the first");
    }
  }

  std::int32_t condition_number(const std::string& name) {
    const auto [at, is_new] =
        condition_of_name_.try_emplace(name, static_cast<std::int32_t>(condition_names_.size()));
    if (is_new) condition_names_.push_back(name);
    return at->second;
  }

  void assign(const CgnsNode& list, const std::string& path, std::int32_t condition) {
    const auto assign_one = [&](std::int64_t number) {
      Facet* facet = facet_of(number);
      if (!facet)
        fail(path, "element " + std::to_string(number) + " is no face",
             "no section of TRI_3 or QUAD_4 has it", "export the mesh with its boundary elements");
      if (facet->condition < 0)
        facet->condition = condition;
      else if (facet->condition != condition)
        ++n_shared_;
    };
    if (list.label != "IndexRange_t") {
      for (const std::int64_t number : list.integers) assign_one(number);
      return;
    }
    if (list.integers.size() != 2)
      fail(path, "it is no range of faces", "two numbers are expected", "export the mesh again");
    // Ends at the first number that is no face, so no range is too long.
    for (std::int64_t number = list.integers[0]; number <= list.integers[1]; ++number) assign_one(number);
  }

  void make_markers() {
    std::vector<std::int64_t> marker_of_section(section_names_.size(), -1);
    for (const std::string& name : condition_names_) mesh_.markers.emplace_back().name = name;
    may_drop_.assign(condition_names_.size(), false);
    std::string by_section;
    std::size_t n_by_section = 0;
    for (const Facet& facet : facets_) {
      std::int64_t marker = facet.condition;
      if (marker < 0) {
        std::int64_t& of_section = marker_of_section[static_cast<std::size_t>(facet.section)];
        if (of_section < 0) {
          const std::string& name = section_names_[static_cast<std::size_t>(facet.section)];
          const std::int32_t number = condition_number(name);
          of_section = number;
          if (static_cast<std::size_t>(number) == mesh_.markers.size()) {
            mesh_.markers.emplace_back().name = name;
            may_drop_.push_back(true);
          }
          if (n_by_section++ < 8) by_section += (by_section.empty() ? "" : ", ") + name;
        }
        marker = of_section;
      }
      RawMesh::Marker& target = mesh_.markers[static_cast<std::size_t>(marker)];
      const auto first = facet_vertices_.begin() + facet.begin;
      target.facet_vertices.insert(target.facet_vertices.end(), first, first + facet.size);
      target.facet_offsets.push_back(static_cast<GlobalIndex>(target.facet_vertices.size()));
    }
    if (!by_section.empty()) {
      mesh_.notes.push_back(file_name_ + ": faces of no boundary condition are named after their sections: " +
                            by_section + (n_by_section > 8 ? ", ..." : ""));
    }
  }

  std::string file_name_;
  std::string path_;  // of the zone
  RawMesh mesh_;
  std::vector<Section> sections_;           // ascending
  std::vector<std::string> section_names_;  // in the file's order
  std::vector<Facet> facets_;
  std::vector<GlobalIndex> facet_vertices_;
  std::vector<std::string> condition_names_;
  std::map<std::string, std::int32_t> condition_of_name_;
  std::vector<bool> may_drop_;
  std::int64_t n_shared_ = 0;
};

}  // namespace

RawMesh read_cgns(const CgnsNode& root, std::string_view file_name) {
  return CgnsReader(file_name).read(root);
}

}  // namespace trireme::mesh
