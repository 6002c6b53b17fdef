// SPDX-License-Identifier: Apache-2.0
// What a Gmsh file says, sections apart and node numbers as given: handed from the readers of sections
// (gmsh_sections.hpp) to the assembly of a RawMesh (gmsh_assemble.cpp).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "meshes/core/raw_mesh.hpp"
#include "meshes/read/gmsh_source.hpp"

namespace trireme::mesh {

struct GmshShape {
  int number;  // Gmsh's element type
  int size;
  int dimension;
  CellType cell;  // of three-dimensional shapes
};
inline constexpr std::array<GmshShape, 8> gmsh_shapes{{{1, 2, 1, {}},
                                                       {2, 3, 2, {}},
                                                       {3, 4, 2, {}},
                                                       {4, 4, 3, CellType::tetrahedron},
                                                       {5, 8, 3, CellType::hexahedron},
                                                       {6, 6, 3, CellType::prism},
                                                       {7, 5, 3, CellType::pyramid},
                                                       {15, 1, 0, {}}}};

struct GmshContents {
  using Key = std::pair<int, GlobalIndex>;  // dimension, tag
  struct Entity {
    GlobalIndex physical = 0;  // 0: none
    bool between_partitions = false;
  };
  // What elements have in common.
  struct Group {
    int dimension;
    GlobalIndex physical;  // 0: none
    GlobalIndex entity;
    bool between_partitions;
  };
  struct Elements {
    std::vector<const GmshShape*> shape;
    std::vector<GlobalIndex> nodes;  // flat, Gmsh's node numbers
    std::vector<std::int32_t> group;
    std::vector<std::size_t> at;  // byte where the element starts, for errors
  };

  std::map<Key, std::string> physical_names;
  std::map<Key, Entity> entities;
  std::vector<Group> groups;
  std::vector<GlobalIndex> node_numbers;
  std::vector<std::size_t> node_at;
  std::vector<Point> points;
  std::array<Elements, 4> elements;  // by dimension; points (0) are not kept
  GlobalIndex n_repeated = 0;        // elements of version 2 that were listed again in another group
  GlobalIndex n_in_several = 0;      // entities in several physical groups
  std::vector<std::string> notes;
};

// Resolves node numbers, names markers, extrudes plane meshes. `source` locates errors (kind input).
RawMesh assemble_gmsh(GmshContents&& contents, const GmshSource& source, std::string_view file_name);

}  // namespace trireme::mesh
