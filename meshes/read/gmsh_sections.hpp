// SPDX-License-Identifier: Apache-2.0
// The sections of a Gmsh file that hold the mesh, one function each, and the blocks that version 4 divides
// nodes and elements into. Called by read/gmsh, which has moved behind the line "$NAME" and expects
// "$EndNAME" afterwards. Errors (kind input) are those of read/gmsh.
#pragma once

#include <string_view>

#include "meshes/read/gmsh_contents.hpp"

namespace trireme::mesh {

enum class GmshVersion { v2, v40, v41 };

// $Entities, or $PartitionedEntities, whose entities inherit the physical group of the one they are part of.
enum class GmshEntities { whole, partitioned };
void read_gmsh_entities(GmshSource& source, GmshVersion version, GmshEntities kind, GmshContents& contents);

void read_gmsh_nodes(GmshSource& source, GmshVersion version, GmshContents& contents);

void read_gmsh_elements(GmshSource& source, GmshVersion version, GmshContents& contents);

// The start of a section of version 4 that consists of blocks.
struct GmshBlockCounts {
  GlobalIndex blocks, total;  // items of all blocks
  std::size_t at;             // byte of the total

  static GmshBlockCounts read(GmshSource& source, GmshVersion version, std::string_view items);
  // Refuses a total that differs from the items found.
  void check(const GmshSource& source, GlobalIndex found, std::string_view items) const;
};

// The start of one block. kind: parametric of nodes, element type.
struct GmshBlock {
  int dimension;
  GlobalIndex entity, kind, count;

  static GmshBlock read(GmshSource& source, GmshVersion version, std::string_view kind_name);
};

}  // namespace trireme::mesh
