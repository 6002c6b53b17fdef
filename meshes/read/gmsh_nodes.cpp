// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "meshes/read/gmsh_sections.hpp"

namespace trireme::mesh {
namespace {

void read_node_number(GmshSource& source, GmshVersion version, GmshContents& contents) {
  const GlobalIndex number = version == GmshVersion::v41 ? source.size("the number of a node")
                                                         : source.integer("the number of a node");
  if (number < 0)
    source.fail("the number of a node is " + std::to_string(number), "it cannot be negative",
                "the file is damaged; export it again");
  contents.node_numbers.push_back(number);
  contents.node_at.push_back(source.last_at());
}

void read_coordinates(GmshSource& source, GmshContents& contents) {
  Point& point = contents.points.emplace_back();
  point[0] = source.finite_real("x of a node");
  point[1] = source.finite_real("y of a node");
  point[2] = source.finite_real("z of a node");
}

void read_nodes_2(GmshSource& source, GmshContents& contents) {
  const GlobalIndex count = source.text_count("the number of nodes");
  if (source.is_binary()) source.line();
  source.require(count, 8, "nodes");
  contents.points.reserve(static_cast<std::size_t>(count));
  for (GlobalIndex k = 0; k < count; ++k) {
    read_node_number(source, GmshVersion::v2, contents);
    read_coordinates(source, contents);
  }
}

void read_nodes_4(GmshSource& source, GmshVersion version, GmshContents& contents) {
  const GmshBlockCounts counts = GmshBlockCounts::read(source, version, "nodes");
  contents.points.reserve(static_cast<std::size_t>(counts.total));
  for (GlobalIndex b = 0; b < counts.blocks; ++b) {
    const GmshBlock block = GmshBlock::read(source, version, "the word 'parametric' of a block");
    source.require(block.count, 8, "nodes");
    const auto parameters = [&] {
      for (int i = 0; i < block.dimension && block.kind != 0; ++i)
        source.finite_real("a parameter of a node");
    };
    for (GlobalIndex k = 0; k < block.count; ++k) {
      read_node_number(source, version, contents);
      if (version == GmshVersion::v41) continue;  // the coordinates follow all numbers of the block
      read_coordinates(source, contents);
      parameters();
    }
    for (GlobalIndex k = 0; k < block.count && version == GmshVersion::v41; ++k) {
      read_coordinates(source, contents);
      parameters();
    }
  }
  counts.check(source, static_cast<GlobalIndex>(contents.points.size()), "nodes");
}

}  // namespace

void read_gmsh_nodes(GmshSource& source, GmshVersion version, GmshContents& contents) {
  if (version == GmshVersion::v2) {
    read_nodes_2(source, contents);
  } else {
    read_nodes_4(source, version, contents);
  }
}

}  // namespace trireme::mesh
