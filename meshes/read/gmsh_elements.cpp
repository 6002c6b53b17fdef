// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <string>

#include "meshes/read/gmsh_sections.hpp"

namespace trireme::mesh {
namespace {

class ElementReader {
 public:
  ElementReader(GmshSource& source, GmshVersion version, GmshContents& contents)
      : source_(source), version_(version), contents_(contents) {}

  void read_2() {
    const GlobalIndex count = source_.text_count("the number of elements");
    const std::size_t count_at = source_.last_at();
    if (source_.is_binary()) source_.line();
    for (GlobalIndex k = 0; k < count;) {
      GlobalIndex in_block = 1, number_of_tags = 0;
      std::size_t at = 0;
      const bool binary = source_.is_binary();
      if (!binary) {
        source_.integer("the number of an element");
        at = source_.last_at();
      }
      const GmshShape& shape = shape_of(source_.integer("the type of an element"));
      if (binary) {
        in_block = source_.integer("the number of elements of a block");
        if (in_block < 0 || in_block > count - k) {
          source_.fail_at(
              count_at, std::to_string(count) + " elements are announced",
              "a block of " + std::to_string(in_block) + " follows " + std::to_string(k) + " of them",
              "the file is damaged; export it again");
        }
      }
      number_of_tags = source_.integer("the number of tags of an element");
      if (number_of_tags < 0)
        source_.fail("the number of tags of an element is " + std::to_string(number_of_tags),
                     "it cannot be negative", "the file is damaged; export it again");
      for (GlobalIndex i = 0; i < in_block; ++i, ++k) {
        if (binary) {
          source_.integer("the number of an element");
          at = source_.last_at();
        }
        std::array<GlobalIndex, 2> tags{};  // physical group, entity
        for (GlobalIndex t = 0; t < number_of_tags; ++t) {
          const GlobalIndex tag = source_.integer("a tag of an element");
          if (t < 2) tags[static_cast<std::size_t>(t)] = tag;
        }
        // A negative number turns the element around, which matters to nothing here.
        read_element(shape, group_of(shape.dimension, std::abs(tags[0]), tags[1], false), at,
                     [&] { return source_.integer("a node of an element"); });
      }
    }
  }

  void read_4() {
    const GmshBlockCounts counts = GmshBlockCounts::read(source_, version_, "elements");
    GlobalIndex found = 0;
    for (GlobalIndex b = 0; b < counts.blocks; ++b) {
      const GmshBlock block = GmshBlock::read(source_, version_, "the type of elements");
      const GmshShape& shape = shape_of(block.kind);
      if (shape.dimension != block.dimension) {
        source_.fail("elements of type " + std::to_string(block.kind) + " belong to an entity of dimension " +
                         std::to_string(block.dimension),
                     "dimension " + std::to_string(shape.dimension) + " is expected",
                     "the file is damaged; export it again");
      }
      GmshContents::Entity entity;
      if (const auto known = contents_.entities.find({block.dimension, block.entity});
          known != contents_.entities.end())
        entity = known->second;
      const std::int32_t group =
          group_of(block.dimension, entity.physical, block.entity, entity.between_partitions);
      source_.require(block.count, 4, "elements");
      for (GlobalIndex k = 0; k < block.count; ++k, ++found) {
        version_ == GmshVersion::v41 ? source_.size("the number of an element")
                                     : source_.integer("the number of an element");
        read_element(shape, group, source_.last_at(), [&] {
          return version_ == GmshVersion::v41 ? source_.size("a node of an element")
                                              : source_.integer("a node of an element");
        });
      }
    }
    counts.check(source_, found, "elements");
  }

 private:
  const GmshShape& shape_of(GlobalIndex number) const {
    const auto shape = std::find_if(gmsh_shapes.begin(), gmsh_shapes.end(),
                                    [&](const GmshShape& each) { return each.number == number; });
    if (shape != gmsh_shapes.end()) return *shape;
    if (number >= 8 && number <= 33) {
      source_.fail("element type " + std::to_string(number) + " has second or higher order",
                   "first order is read", "save the mesh with gmsh -order 1");
    }
    source_.fail("element type " + std::to_string(number) + " is not known",
                 "lines 1, triangles 2, quadrilaterals 3, tetrahedra 4, hexahedra 5, prisms 6, pyramids 7 "
                 "and points 15 "
                 "are read",
                 "save the mesh with first-order elements only");
  }

  std::int32_t group_of(int dimension, GlobalIndex physical, GlobalIndex entity, bool between_partitions) {
    const auto [at, is_new] = group_index_.try_emplace({dimension, physical, entity},
                                                       static_cast<std::int32_t>(contents_.groups.size()));
    if (is_new) contents_.groups.push_back({dimension, physical, entity, between_partitions});
    return at->second;
  }

  // The nodes of one element. Version 2 writes an element of several physical groups once for each, one
  // after the other; the first is kept.
  template <class Number>
  void read_element(const GmshShape& shape, std::int32_t group, std::size_t at, Number&& number) {
    auto& elements = contents_.elements[static_cast<std::size_t>(shape.dimension)];
    const std::size_t begin = elements.nodes.size();
    for (int i = 0; i < shape.size; ++i) elements.nodes.push_back(number());
    if (shape.dimension == 0) {
      elements.nodes.clear();
      return;
    }
    const auto size = static_cast<std::size_t>(shape.size);
    if (version_ == GmshVersion::v2 && !elements.shape.empty() && elements.shape.back() == &shape &&
        elements.group.back() != group &&
        std::equal(elements.nodes.begin() + begin, elements.nodes.end(),
                   elements.nodes.begin() + (begin - size))) {
      elements.nodes.resize(begin);
      ++contents_.n_repeated;
      return;
    }
    elements.shape.push_back(&shape);
    elements.group.push_back(group);
    elements.at.push_back(at);
  }

  GmshSource& source_;
  GmshVersion version_;
  GmshContents& contents_;
  std::map<std::array<GlobalIndex, 3>, std::int32_t> group_index_;
};

}  // namespace

void read_gmsh_elements(GmshSource& source, GmshVersion version, GmshContents& contents) {
  ElementReader reader(source, version, contents);
  if (version == GmshVersion::v2) {
    reader.read_2();
  } else {
    reader.read_4();
  }
}

}  // namespace trireme::mesh
