// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdlib>

#include "meshes/read/gmsh_sections.hpp"

namespace trireme::mesh {
namespace {

// Of several physical groups the first one that has a name counts, or else the first.
GlobalIndex read_physical_of_entity(GmshSource& source, int dimension, GmshContents& contents) {
  GlobalIndex chosen = 0;
  bool named = false;
  const GlobalIndex count = source.size("the number of an entity's physical groups");
  if (count > 1) ++contents.n_in_several;
  for (GlobalIndex p = 0; p < count; ++p) {
    const GlobalIndex number = std::abs(source.integer("a physical group of an entity"));
    if (named) continue;
    named = contents.physical_names.contains({dimension, number});
    if (chosen == 0 || named) chosen = number;
  }
  return chosen;
}

}  // namespace

void read_gmsh_entities(GmshSource& source, GmshVersion version, GmshEntities kind, GmshContents& contents) {
  const bool partitioned = kind == GmshEntities::partitioned;
  const bool is_40 = version == GmshVersion::v40;
  if (partitioned && is_40) {
    source.fail("the file is partitioned and has format version 4.0", "that is read in version 4.1 only",
                "convert it: gmsh -save -format msh41 FILE");
  }
  if (partitioned) {
    source.size("the number of partitions");
    for (GlobalIndex k = source.size("the number of ghost entities"); k > 0; --k) {
      source.integer("a ghost entity");
      source.integer("the partition of a ghost entity");
    }
  }
  std::array<GlobalIndex, 4> counts{};
  for (GlobalIndex& count : counts) count = source.size("a number of entities");
  for (int dimension = 0; dimension < 4; ++dimension) {
    for (GlobalIndex k = 0; k < counts[static_cast<std::size_t>(dimension)]; ++k) {
      const GlobalIndex tag = source.integer("the tag of an entity");
      GmshContents::Entity entity;
      GmshContents::Key parent{dimension, 0};
      if (partitioned) {
        parent.first = static_cast<int>(source.integer("the dimension of an entity's parent"));
        parent.second = source.integer("the tag of an entity's parent");
        for (GlobalIndex p = source.size("the number of partitions of an entity"); p > 0; --p)
          source.integer("a partition of an entity");
        entity.between_partitions = parent.first > dimension;
      }
      for (int i = dimension == 0 && !is_40 ? 3 : 6; i > 0; --i)
        source.finite_real("the extent of an entity");
      entity.physical = read_physical_of_entity(source, dimension, contents);
      if (dimension > 0) {
        for (GlobalIndex b = source.size("the number of an entity's bounds"); b > 0; --b)
          source.integer("a bound of an entity");
      }
      const auto inherited = contents.entities.find(parent);
      if (partitioned && entity.physical == 0 && parent.first == dimension &&
          inherited != contents.entities.end())
        entity.physical = inherited->second.physical;
      contents.entities[{dimension, tag}] = entity;
    }
  }
}

}  // namespace trireme::mesh
