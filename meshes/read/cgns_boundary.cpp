// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/cgns_boundary.hpp"

#include <map>

#include "meshes/core/count_text.hpp"
#include "meshes/read/cgns_lookup.hpp"

namespace trireme::mesh {
namespace {

class BoundaryReader {
 public:
  BoundaryReader(const std::string& path, std::string_view file_name, CgnsSections& sections, RawMesh& mesh)
      : path_(path), file_name_(file_name), sections_(sections), mesh_(mesh) {}

  void read_conditions(const CgnsNode& zone) {
    std::string unused, kinds;
    std::size_t n_unused = 0, n_kinds = 0;
    const CgnsNode* zone_bc = cgns_child(zone, "ZoneBC_t");
    if (!zone_bc) return;
    for (const CgnsNode& condition : zone_bc->children) {
      if (condition.label != "BC_t") continue;
      const std::string path = path_ + "/" + zone_bc->name + "/" + condition.name;
      const CgnsNode* family = cgns_child(condition, "FamilyName_t");
      std::string name = family ? trim_cgns(family->text) : "";
      if (name.empty()) name = trim_cgns(condition.name);
      const CgnsNode* location = cgns_child(condition, "GridLocation_t");
      const std::string where = location ? trim_cgns(location->text) : "Vertex";
      const CgnsNode* list = nullptr;
      for (const CgnsNode& child : condition.children) {
        const bool by_element = child.name == "ElementList" || child.name == "ElementRange";
        const bool by_point = child.name == "PointList" || child.name == "PointRange";
        if (by_element || (by_point && where == "FaceCenter")) list = &child;
      }
      if (!list) {
        if (n_unused++ < 12)
          unused += (unused.empty() ? "" : ", ") + trim_cgns(condition.name) + " (" + where + ")";
        continue;
      }
      if (n_kinds++ < 20) kinds += (kinds.empty() ? "" : ", ") + name + " " + trim_cgns(condition.text);
      assign(*list, path + "/" + list->name, condition_number(name));
    }
    if (!kinds.empty()) mesh_.notes.push_back(file_name_ + ": types of the boundary conditions: " + kinds);
    if (!unused.empty()) {
      mesh_.notes.push_back(file_name_ + ": boundary conditions that list no faces are not used: " + unused +
                            (n_unused > 12 ? ", ..." : ""));
    }
    if (n_shared_ > 0) {
      mesh_.notes.push_back(file_name_ + ": " + count_text(n_shared_, "face is", "faces are") +
                            " in several boundary conditions; each was given to the first");
    }
  }

  // Whether facets of each marker may be dropped.
  std::vector<bool> make_markers() {
    std::vector<std::int64_t> marker_of_section(sections_.names().size(), -1);
    for (const std::string& name : condition_names_) mesh_.markers.emplace_back().name = name;
    may_drop_.assign(condition_names_.size(), false);
    std::string by_section;
    std::size_t n_by_section = 0;
    for (const CgnsFacet& facet : sections_.facets()) {
      std::int64_t marker = facet.condition;
      if (marker < 0) {
        std::int64_t& of_section = marker_of_section[static_cast<std::size_t>(facet.section)];
        if (of_section < 0) {
          const std::string& name = sections_.names()[static_cast<std::size_t>(facet.section)];
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
      const auto first = sections_.facet_vertices().begin() + facet.begin;
      target.facet_vertices.insert(target.facet_vertices.end(), first, first + facet.size);
      target.facet_offsets.push_back(static_cast<GlobalIndex>(target.facet_vertices.size()));
    }
    if (!by_section.empty()) {
      mesh_.notes.push_back(file_name_ + ": faces of no boundary condition are named after their sections: " +
                            by_section + (n_by_section > 8 ? ", ..." : ""));
    }
    return may_drop_;
  }

 private:
  std::int32_t condition_number(const std::string& name) {
    const auto [at, is_new] =
        condition_of_name_.try_emplace(name, static_cast<std::int32_t>(condition_names_.size()));
    if (is_new) condition_names_.push_back(name);
    return at->second;
  }

  void assign(const CgnsNode& list, const std::string& path, std::int32_t condition) {
    const auto assign_one = [&](std::int64_t number) {
      CgnsFacet* facet = sections_.facet_of(number);
      if (!facet)
        refuse_cgns(file_name_, path, "element " + std::to_string(number) + " is no face",
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
      refuse_cgns(file_name_, path, "it is no range of faces", "a first and a last number are expected",
                  "export the mesh again");
    // Ends at the first number that is no face, so no range is too long.
    for (std::int64_t number = list.integers[0]; number <= list.integers[1]; ++number) assign_one(number);
  }

  std::string path_;  // of the zone
  std::string file_name_;
  CgnsSections& sections_;
  RawMesh& mesh_;
  std::vector<std::string> condition_names_;
  std::map<std::string, std::int32_t> condition_of_name_;
  std::vector<bool> may_drop_;
  GlobalIndex n_shared_ = 0;
};

}  // namespace

std::vector<bool> read_cgns_boundary(const CgnsNode& zone, const std::string& path,
                                     std::string_view file_name, CgnsSections& sections, RawMesh& mesh) {
  BoundaryReader reader(path, file_name, sections, mesh);
  reader.read_conditions(zone);
  return reader.make_markers();
}

}  // namespace trireme::mesh
