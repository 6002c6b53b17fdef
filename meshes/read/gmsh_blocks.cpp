// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "meshes/read/gmsh_sections.hpp"

namespace trireme::mesh {

GmshBlockCounts GmshBlockCounts::read(GmshSource& source, GmshVersion version, std::string_view items) {
  GmshBlockCounts counts{};
  counts.blocks = source.size("the number of blocks");
  counts.total = source.size("the number of items of all blocks");
  counts.at = source.last_at();
  source.require(counts.total, 8, items);
  if (version == GmshVersion::v41) {
    source.size("the smallest number");
    source.size("the largest number");
  }
  return counts;
}

void GmshBlockCounts::check(const GmshSource& source, GlobalIndex found, std::string_view items) const {
  if (total == found) return;
  source.fail_at(at, std::to_string(total) + " " + std::string(items) + " are announced",
                 "the blocks hold " + std::to_string(found), "the file is damaged; export it again");
}

GmshBlock GmshBlock::read(GmshSource& source, GmshVersion version, std::string_view kind_name) {
  GmshBlock block{};
  if (version == GmshVersion::v40) block.entity = source.integer("the entity of a block");
  const GlobalIndex dimension = source.integer("the dimension of a block");
  if (dimension < 0 || dimension > 3)
    source.fail("the dimension of a block is " + std::to_string(dimension), "0 to 3 is expected",
                "the file is damaged; export it again");
  block.dimension = static_cast<int>(dimension);
  if (version == GmshVersion::v41) block.entity = source.integer("the entity of a block");
  block.kind = source.integer(kind_name);
  block.count = source.size("the number of items of a block");
  return block;
}

}  // namespace trireme::mesh
