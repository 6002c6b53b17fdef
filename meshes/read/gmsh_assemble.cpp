// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>

#include "meshes/read/extrude.hpp"
#include "meshes/read/gmsh_contents.hpp"
#include "meshes/read/match_facets.hpp"

namespace trireme::mesh {
namespace {

// Positions of nodes by their numbers, which need not be contiguous.
class NodeNumbers {
 public:
  NodeNumbers(const GmshContents& contents, const GmshSource& source)
      : numbers_(contents.node_numbers), source_(source) {
    const bool contiguous =
        std::adjacent_find(numbers_.begin(), numbers_.end(),
                           [](GlobalIndex a, GlobalIndex b) { return b - 1 != a; }) == numbers_.end();
    if (contiguous) return;
    order_.resize(numbers_.size());
    std::iota(order_.begin(), order_.end(), GlobalIndex{0});
    std::stable_sort(order_.begin(), order_.end(),
                     [&](GlobalIndex a, GlobalIndex b) { return numbers_[a] < numbers_[b]; });
    const auto twice = std::adjacent_find(order_.begin(), order_.end(), [&](GlobalIndex a, GlobalIndex b) {
      return numbers_[a] == numbers_[b];
    });
    if (twice == order_.end()) return;
    source_.fail_at(contents.node_at[*(twice + 1)],
                    "node " + std::to_string(numbers_[*twice]) + " is given twice",
                    "numbers of nodes are unique", "the file is damaged; export it again");
  }

  GlobalIndex position(GlobalIndex number, std::size_t element_at) const {
    if (order_.empty()) {
      if (!numbers_.empty() && number >= numbers_.front() && number <= numbers_.back())
        return number - numbers_.front();
    } else {
      const auto found =
          std::lower_bound(order_.begin(), order_.end(), number,
                           [&](GlobalIndex a, GlobalIndex value) { return numbers_[a] < value; });
      if (found != order_.end() && numbers_[*found] == number) return *found;
    }
    source_.fail_at(
        element_at, "node " + std::to_string(number) + " does not exist",
        "the file has " + std::to_string(numbers_.size()) + " nodes, and an element here names it",
        "export the mesh again");
  }

 private:
  const std::vector<GlobalIndex>& numbers_;
  const GmshSource& source_;
  std::vector<GlobalIndex> order_;  // positions by ascending number; empty when contiguous
};

class Assembly {
 public:
  Assembly(GmshContents&& contents, const GmshSource& source, std::string_view file_name)
      : contents_(std::move(contents)), source_(source), file_name_(file_name) {}

  RawMesh assemble() {
    const NodeNumbers numbers(contents_, source_);
    const std::size_t dimension = contents_.elements[3].shape.empty() ? 2 : 3;
    auto& cells = contents_.elements[dimension];
    auto& facets = contents_.elements[dimension - 1];
    if (cells.shape.empty()) {
      source_.fail("the file has no cells",
                   "it holds neither volume elements nor triangles or quadrilaterals",
                   "mesh the volume (gmsh -3) and save all elements or a physical group of it");
    }
    for (auto* elements : {&cells, &facets}) resolve(*elements, numbers);
    if (dimension == 2) check_plane();
    name_groups(static_cast<int>(dimension) - 1);
    RawMesh mesh = dimension == 3 ? solid_mesh(cells, facets) : plane_mesh(cells, facets);
    for (const std::string& note : contents_.notes) mesh.notes.push_back(file_name_ + ": " + note);
    may_drop_.resize(mesh.markers.size(), false);
    match_facets(mesh, may_drop_, OpenFaces::mark, file_name_);
    return mesh;
  }

 private:
  static void resolve(GmshContents::Elements& elements, const NodeNumbers& numbers) {
    std::size_t v = 0;
    for (std::size_t k = 0; k < elements.shape.size(); ++k) {
      for (int i = 0; i < elements.shape[k]->size; ++i, ++v)
        elements.nodes[v] = numbers.position(elements.nodes[v], elements.at[k]);
    }
  }

  void check_plane() const {
    const auto& points = contents_.points;
    double extent = 0;
    std::size_t farthest = 0;
    for (std::size_t p = 0; p < points.size(); ++p) {
      extent =
          std::max({extent, std::abs(points[p][0] - points[0][0]), std::abs(points[p][1] - points[0][1])});
      if (std::abs(points[p][2] - points[0][2]) > std::abs(points[farthest][2] - points[0][2])) farthest = p;
    }
    if (std::abs(points[farthest][2] - points[0][2]) <= 1e-9 * extent) return;
    source_.fail_at(
        contents_.node_at[farthest],
        "the file has no volume elements, and its triangles and quadrilaterals lie in no plane of constant z",
        "z is " + std::to_string(points[0][2]) + " at node " + std::to_string(contents_.node_numbers[0]) +
            " and " + std::to_string(points[farthest][2]) + " at node " +
            std::to_string(contents_.node_numbers[farthest]),
        "mesh the volume (gmsh -3), or turn a plane mesh into the x-y plane");
  }

  // Which marker each group of facets goes to; -1: none.
  void name_groups(int facet_dimension) {
    std::map<std::string, int> marker_of_name;
    std::vector<std::string> by_entity;
    marker_of_group_.assign(contents_.groups.size(), -1);
    bool any_physical = false;
    for (std::size_t g = 0; g < contents_.groups.size(); ++g) {
      const auto& group = contents_.groups[g];
      if (group.dimension != facet_dimension || group.between_partitions) continue;
      std::string name;
      if (group.physical != 0) {
        any_physical = true;
        const auto known = contents_.physical_names.find({facet_dimension, group.physical});
        if (known != contents_.physical_names.end()) name = known->second;
        if (name.empty()) name = "physical_" + std::to_string(group.physical);
      } else {
        name = (facet_dimension == 2 ? "surface_" : "curve_") + std::to_string(group.entity);
        by_entity.push_back(name);
      }
      const auto [at, is_new] = marker_of_name.try_emplace(name, static_cast<int>(names_.size()));
      if (is_new) {
        names_.push_back(name);
        may_drop_.push_back(true);
      }
      marker_of_group_[g] = at->second;
      if (group.physical != 0) may_drop_[static_cast<std::size_t>(at->second)] = false;
    }
    if (by_entity.empty()) return;
    std::string list;
    for (std::size_t i = 0; i < std::min<std::size_t>(by_entity.size(), 8); ++i)
      list += (i ? ", " : "") + by_entity[i];
    if (by_entity.size() > 8) list += ", ...";
    contents_.notes.push_back(std::string(any_physical ? "some boundary elements are in no physical group"
                                                       : "the boundary has no physical groups") +
                              "; their markers are named after entities: " + list);
  }

  RawMesh solid_mesh(GmshContents::Elements& cells, const GmshContents::Elements& facets) {
    RawMesh mesh;
    mesh.points = std::move(contents_.points);
    mesh.cell_types.reserve(cells.shape.size());
    mesh.cell_offsets.reserve(cells.shape.size() + 1);
    for (const GmshShape* shape : cells.shape) {
      mesh.cell_types.push_back(shape->cell);
      mesh.cell_offsets.push_back(mesh.cell_offsets.back() + shape->size);
    }
    mesh.cell_vertices = std::move(cells.nodes);
    for (const std::string& name : names_) mesh.markers.emplace_back().name = name;
    for_each_facet(facets, [&](int m, const GlobalIndex* vertices, int size) {
      RawMesh::Marker& marker = mesh.markers[static_cast<std::size_t>(m)];
      marker.facet_vertices.insert(marker.facet_vertices.end(), vertices, vertices + size);
      marker.facet_offsets.push_back(static_cast<GlobalIndex>(marker.facet_vertices.size()));
    });
    return mesh;
  }

  RawMesh plane_mesh(const GmshContents::Elements& cells, const GmshContents::Elements& lines) {
    PlaneMesh plane;
    for (const Point& p : contents_.points) plane.points.push_back({p[0], p[1]});
    std::size_t v = 0;
    for (const GmshShape* shape : cells.shape) {
      std::array<GlobalIndex, 4> cell{-1, -1, -1, -1};
      for (int i = 0; i < shape->size; ++i) cell[static_cast<std::size_t>(i)] = cells.nodes[v++];
      plane.cells.push_back(cell);
    }
    for (const std::string& name : names_) plane.markers.emplace_back().name = name;
    for_each_facet(lines, [&](int m, const GlobalIndex* vertices, int) {
      plane.markers[static_cast<std::size_t>(m)].edges.push_back({vertices[0], vertices[1]});
    });
    return extrude_one_layer(std::move(plane));
  }

  template <class F>
  void for_each_facet(const GmshContents::Elements& facets, F&& visit) const {
    std::size_t v = 0;
    for (std::size_t k = 0; k < facets.shape.size(); v += static_cast<std::size_t>(facets.shape[k++]->size)) {
      const int marker = marker_of_group_[static_cast<std::size_t>(facets.group[k])];
      if (marker >= 0) visit(marker, facets.nodes.data() + v, facets.shape[k]->size);
    }
  }

  GmshContents contents_;
  const GmshSource& source_;
  std::string file_name_;
  std::vector<std::string> names_;  // of markers
  std::vector<bool> may_drop_;
  std::vector<int> marker_of_group_;
};

}  // namespace

RawMesh assemble_gmsh(GmshContents&& contents, const GmshSource& source, std::string_view file_name) {
  return Assembly(std::move(contents), source, file_name).assemble();
}

}  // namespace trireme::mesh
