// SPDX-License-Identifier: Apache-2.0
// A mesh as a Gmsh file of any version and encoding, for the tests of its reader and the seeds of its
// fuzzing.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "meshes/core/raw_mesh.hpp"
#include "tests/meshes/number_sink.hpp"

namespace trireme::mesh::testing {

enum class GmshVersion { v22, v40, v41 };
enum class PhysicalGroups { none, named };

class GmshBytes {
 public:
  GmshBytes(const RawMesh& mesh, GmshVersion version, Encoding encoding,
            PhysicalGroups groups = PhysicalGroups::named)
      : mesh_(mesh), version_(version), groups_(groups), out_(encoding) {
    const char* const names[] = {"2.2", "4.0", "4.1"};
    out_.text(std::string("$MeshFormat\n") + names[static_cast<int>(version)] +
              (out_.is_ascii() ? " 0 8\n" : " 1 8\n"));
    if (!out_.is_ascii()) {
      out_.integer(1);
      out_.text("\n");
    }
    out_.text("$EndMeshFormat\n");
    if (groups == PhysicalGroups::named) physical_names();
    collect();
    if (version == GmshVersion::v22) {
      nodes_2();
      elements_2();
    } else {
      entities();
      nodes_4();
      elements_4();
    }
  }

  const std::string& bytes() const { return out_.bytes(); }

 private:
  struct Element {
    int type;
    std::vector<GlobalIndex> nodes;  // 1-based
  };
  struct Block {
    int dimension;
    GlobalIndex entity;
    std::vector<Element> elements;  // of one type
  };

  void physical_names() {
    out_.text("$PhysicalNames\n" + std::to_string(mesh_.markers.size() + 1) + "\n");
    for (std::size_t m = 0; m < mesh_.markers.size(); ++m)
      out_.text("2 " + std::to_string(m + 1) + " \"" + mesh_.markers[m].name + "\"\n");
    out_.text("3 100 \"fluid\"\n$EndPhysicalNames\n");
  }
  GlobalIndex physical(const Block& block) const {
    if (groups_ == PhysicalGroups::none) return 0;
    return block.dimension == 3 ? 100 : block.entity;
  }

  void collect() {
    for (std::size_t m = 0; m < mesh_.markers.size(); ++m) {
      const auto& marker = mesh_.markers[m];
      for (GlobalIndex f = 0; f < marker.n_facets(); ++f) {
        const GlobalIndex begin = marker.facet_offsets[f], end = marker.facet_offsets[f + 1];
        add(2, static_cast<GlobalIndex>(m) + 1, end - begin == 3 ? 2 : 3,
            marker.facet_vertices.data() + begin, end - begin);
      }
    }
    constexpr int type_of_cell[] = {4, 7, 6, 5};
    for (GlobalIndex c = 0; c < mesh_.n_cells(); ++c) {
      const GlobalIndex begin = mesh_.cell_offsets[c];
      add(3, 1, type_of_cell[static_cast<int>(mesh_.cell_types[c])], mesh_.cell_vertices.data() + begin,
          mesh_.cell_offsets[c + 1] - begin);
    }
  }
  void add(int dimension, GlobalIndex entity, int type, const GlobalIndex* vertices, GlobalIndex size) {
    if (blocks_.empty() || blocks_.back().dimension != dimension || blocks_.back().entity != entity ||
        blocks_.back().elements.back().type != type)
      blocks_.push_back({dimension, entity, {}});
    Element& element = blocks_.back().elements.emplace_back(Element{type, {}});
    for (GlobalIndex i = 0; i < size; ++i) element.nodes.push_back(vertices[i] + 1);
    ++n_elements_;
  }

  void nodes_2() {
    out_.text("$Nodes\n" + std::to_string(mesh_.n_points()) + "\n");
    GlobalIndex number = 0;
    for (const Point& p : mesh_.points) {
      out_.integer(++number);
      point(p);
    }
    out_.text("\n$EndNodes\n");
  }
  void elements_2() {
    out_.text("$Elements\n" + std::to_string(n_elements_) + "\n");
    GlobalIndex number = 0;
    for (const Block& block : blocks_) {
      if (!out_.is_ascii()) {
        out_.integer(block.elements[0].type);
        out_.integer(static_cast<GlobalIndex>(block.elements.size()));
        out_.integer(2);
      }
      for (const Element& element : block.elements) {
        out_.integer(++number);
        if (out_.is_ascii()) {
          out_.integer(element.type);
          out_.integer(2);
        }
        out_.integer(physical(block));
        out_.integer(block.entity);
        for (const GlobalIndex node : element.nodes) out_.integer(node);
        out_.line();
      }
    }
    out_.text("\n$EndElements\n");
  }

  void entities() {
    out_.text("$Entities\n");
    const auto n_surfaces = static_cast<GlobalIndex>(mesh_.markers.size());
    for (const GlobalIndex count : {GlobalIndex{1}, GlobalIndex{1}, n_surfaces, GlobalIndex{1}})
      out_.size(count);
    out_.line();
    for (int dimension = 0; dimension < 4; ++dimension) {
      for (GlobalIndex tag = 1; tag <= (dimension == 2 ? n_surfaces : 1); ++tag) {
        out_.integer(tag);
        for (int i = dimension == 0 && version_ == GmshVersion::v41 ? 3 : 6; i > 0; --i) out_.real(0.5 * i);
        const GlobalIndex group = dimension < 2 ? 0 : physical({dimension, tag, {}});
        out_.size(group ? 1 : 0);
        if (group) out_.integer(group);
        if (dimension > 0) {
          out_.size(1);
          out_.integer(-1);
        }
        out_.line();
      }
    }
    out_.text("\n$EndEntities\n");
  }
  void block_start(int dimension, GlobalIndex entity, int kind, std::size_t count) {
    if (version_ == GmshVersion::v40) out_.integer(entity);
    out_.integer(dimension);
    if (version_ == GmshVersion::v41) out_.integer(entity);
    out_.integer(kind);
    out_.size(static_cast<GlobalIndex>(count));
    out_.line();
  }
  void counts(std::size_t blocks, GlobalIndex items) {
    out_.size(static_cast<GlobalIndex>(blocks));
    out_.size(items);
    if (version_ == GmshVersion::v41) {
      out_.size(1);
      out_.size(items);
    }
    out_.line();
  }
  void number(GlobalIndex value) { version_ == GmshVersion::v41 ? out_.size(value) : out_.integer(value); }
  void point(const Point& p) {
    for (const double x : p) out_.real(x);
    out_.line();
  }

  // Two blocks, the first with parametric coordinates.
  void nodes_4() {
    out_.text("$Nodes\n");
    counts(2, mesh_.n_points());
    const std::size_t split = mesh_.points.size() / 2;
    for (const std::size_t begin : {std::size_t{0}, split}) {
      const std::size_t end = begin == 0 ? split : mesh_.points.size();
      const bool parametric = begin == 0;
      block_start(parametric ? 2 : 3, 1, parametric ? 1 : 0, end - begin);
      const auto coordinates = [&](std::size_t p) {
        for (const double x : mesh_.points[p]) out_.real(x);
        for (int i = 0; i < 2 && parametric; ++i) out_.real(0.25);
        out_.line();
      };
      for (std::size_t p = begin; p < end; ++p) {
        number(static_cast<GlobalIndex>(p) + 1);
        if (version_ == GmshVersion::v41) {
          out_.line();
        } else {
          coordinates(p);
        }
      }
      for (std::size_t p = begin; p < end && version_ == GmshVersion::v41; ++p) coordinates(p);
    }
    out_.text("\n$EndNodes\n");
  }
  void elements_4() {
    out_.text("$Elements\n");
    counts(blocks_.size(), n_elements_);
    GlobalIndex element_number = 0;
    for (const Block& block : blocks_) {
      block_start(block.dimension, block.entity, block.elements[0].type, block.elements.size());
      for (const Element& element : block.elements) {
        number(++element_number);
        for (const GlobalIndex node : element.nodes) number(node);
        out_.line();
      }
    }
    out_.text("\n$EndElements\n");
  }

  const RawMesh& mesh_;
  GmshVersion version_;
  PhysicalGroups groups_;
  NumberSink out_;
  std::vector<Block> blocks_;
  GlobalIndex n_elements_ = 0;
};

inline std::string gmsh_bytes(const RawMesh& mesh, GmshVersion version, Encoding encoding,
                              PhysicalGroups groups = PhysicalGroups::named) {
  return GmshBytes(mesh, version, encoding, groups).bytes();
}

}  // namespace trireme::mesh::testing
