// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/gmsh.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "meshes/read/gmsh_contents.hpp"
#include "meshes/read/text_lines.hpp"

namespace trireme::mesh {
namespace {

enum class Version { v2, v40, v41 };

class GmshParser {
 public:
  GmshParser(std::string_view bytes, std::string_view file_name) : source_(bytes, file_name) {}

  GmshContents parse() {
    for (std::string_view name; !(name = source_.next_section()).empty();) {
      const std::size_t at = source_.last_at();
      if (name == "MeshFormat" && !version_) {
        read_format();
      } else if (name == "PhysicalNames") {
        read_physical_names();
      } else if (name == "Comments") {
        source_.skip_section(name);
        continue;
      } else if (!version_) {
        refuse_start(at, name);
      } else if (name == "Entities" && *version_ != Version::v2) {
        read_entities(false);
      } else if (name == "PartitionedEntities" && *version_ != Version::v2) {
        read_entities(true);
      } else if (name == "Nodes") {
        if (std::exchange(has_nodes_, true)) refuse_second(at, name);
        *version_ == Version::v2 ? read_nodes_2() : read_nodes_4();
      } else if (name == "Elements") {
        if (std::exchange(has_elements_, true)) refuse_second(at, name);
        *version_ == Version::v2 ? read_elements_2() : read_elements_4();
      } else {
        source_.skip_section(name);
        continue;
      }
      source_.end_section(name);
    }
    for (const auto& [found, name] :
         {std::pair(version_.has_value(), "$MeshFormat"), std::pair(has_nodes_, "$Nodes"),
          std::pair(has_elements_, "$Elements")}) {
      if (!found)
        source_.fail("section " + std::string(name) + " is missing", "the file ends here",
                     "the file is truncated; fetch or export it again");
    }
    if (n_repeated_ > 0) {
      contents_.notes.push_back(std::to_string(n_repeated_) +
                                " elements are in several physical groups; each was given to the first");
    }
    if (n_in_several_ > 0) {
      contents_.notes.push_back("entities in several physical groups: " + std::to_string(n_in_several_) +
                                "; each was given to the first that has a name, or else to the first");
    }
    return std::move(contents_);
  }

  const GmshSource& source() const { return source_; }

 private:
  [[noreturn]] void refuse_start(std::size_t at, std::string_view name) const {
    if (name == "NOD" || name == "ELM" || name == "NOE") {
      source_.fail_at(at, "the file has Gmsh's format version 1", "versions 2 and 4 are read",
                      "convert it: gmsh -save -format msh41 FILE");
    }
    source_.fail_at(at, "section $" + shown_word(name) + " comes before $MeshFormat",
                    "it cannot be read without the version", "the file is damaged or no Gmsh file");
  }

  [[noreturn]] void refuse_second(std::size_t at, std::string_view name) const {
    source_.fail_at(at, "a second section $" + std::string(name), "a mesh has one", "split the file");
  }

  void read_format() {
    const std::string_view version = source_.word();
    if (version == "2" || version == "2.0" || version == "2.1" || version == "2.2") {
      version_ = Version::v2;
    } else if (version == "4" || version == "4.0") {
      version_ = Version::v40;
    } else if (version == "4.1") {
      version_ = Version::v41;
    } else {
      source_.fail("the format version is '" + shown_word(version) + "'", "2.0 to 2.2, 4.0 and 4.1 are read",
                   "convert it: gmsh -save -format msh41 FILE");
    }
    const std::string_view kind = source_.word();
    if (kind != "0" && kind != "1")
      source_.fail("the file type is '" + shown_word(kind) + "'", "0 (ASCII) or 1 (binary) is expected",
                   "export the mesh again");
    const std::string_view size = source_.word();
    if (size != "8")
      source_.fail("the data size is '" + shown_word(size) + "'", "8 is expected",
                   "export the mesh in double precision");
    source_.line();
    if (kind == "1") source_.start_binary();
  }

  // Always text: dimension, number and name in quotes, one a line.
  void read_physical_names() {
    const GlobalIndex count = source_.text_count("the number of physical names");
    source_.line();
    for (GlobalIndex k = 0; k < count; ++k) {
      const GlobalIndex dimension = source_.text_count("the dimension of a physical group");
      const GlobalIndex number = source_.text_count("the number of a physical group");
      std::string_view name = source_.line();
      if (name.size() >= 2 && name.front() == '"' && name.back() == '"')
        name = name.substr(1, name.size() - 2);
      if (dimension > 3)
        source_.fail("a physical group has dimension " + std::to_string(dimension), "0 to 3 is expected",
                     "the file is damaged; export it again");
      contents_.physical_names[{static_cast<int>(dimension), number}] = name;
    }
  }

  void read_entities(bool partitioned) {
    const bool is_40 = *version_ == Version::v40;
    if (partitioned && is_40) {
      source_.fail("the file is partitioned and has format version 4.0", "that is read in version 4.1 only",
                   "convert it: gmsh -save -format msh41 FILE");
    }
    if (partitioned) {
      source_.size("the number of partitions");
      for (GlobalIndex k = source_.size("the number of ghost entities"); k > 0; --k) {
        source_.integer("a ghost entity");
        source_.integer("the partition of a ghost entity");
      }
    }
    std::array<GlobalIndex, 4> counts{};
    for (GlobalIndex& count : counts) count = source_.size("a number of entities");
    for (int dimension = 0; dimension < 4; ++dimension) {
      for (GlobalIndex k = 0; k < counts[static_cast<std::size_t>(dimension)]; ++k) {
        const GlobalIndex tag = source_.integer("the tag of an entity");
        GmshContents::Entity entity;
        GmshContents::Key parent{dimension, 0};
        if (partitioned) {
          parent.first = static_cast<int>(source_.integer("the dimension of an entity's parent"));
          parent.second = source_.integer("the tag of an entity's parent");
          for (GlobalIndex p = source_.size("the number of partitions of an entity"); p > 0; --p)
            source_.integer("a partition of an entity");
          entity.between_partitions = parent.first > dimension;
        }
        for (int i = dimension == 0 && !is_40 ? 3 : 6; i > 0; --i)
          source_.finite_real("the extent of an entity");
        entity.physical = read_physical_of_entity(dimension);
        if (dimension > 0) {
          for (GlobalIndex b = source_.size("the number of an entity's bounds"); b > 0; --b)
            source_.integer("a bound of an entity");
        }
        const auto inherited = contents_.entities.find(parent);
        if (partitioned && entity.physical == 0 && parent.first == dimension &&
            inherited != contents_.entities.end())
          entity.physical = inherited->second.physical;
        contents_.entities[{dimension, tag}] = entity;
      }
    }
  }

  // Of several physical groups the first one that has a name counts, or else the first.
  GlobalIndex read_physical_of_entity(int dimension) {
    GlobalIndex chosen = 0;
    bool named = false;
    const GlobalIndex count = source_.size("the number of an entity's physical groups");
    if (count > 1) ++n_in_several_;
    for (GlobalIndex p = 0; p < count; ++p) {
      const GlobalIndex number = std::abs(source_.integer("a physical group of an entity"));
      if (named) continue;
      named = contents_.physical_names.contains({dimension, number});
      if (chosen == 0 || named) chosen = number;
    }
    return chosen;
  }

  void read_node_number() {
    const bool is_41 = *version_ == Version::v41;
    const GlobalIndex number =
        is_41 ? source_.size("the number of a node") : source_.integer("the number of a node");
    if (number < 0)
      source_.fail("the number of a node is " + std::to_string(number), "it cannot be negative",
                   "the file is damaged; export it again");
    contents_.node_numbers.push_back(number);
    contents_.node_at.push_back(source_.last_at());
  }
  void read_coordinates() {
    Point& point = contents_.points.emplace_back();
    point[0] = source_.finite_real("x of a node");
    point[1] = source_.finite_real("y of a node");
    point[2] = source_.finite_real("z of a node");
  }

  void read_nodes_2() {
    const GlobalIndex count = source_.text_count("the number of nodes");
    if (source_.is_binary()) source_.line();
    source_.require(count, 8, "nodes");
    contents_.points.reserve(static_cast<std::size_t>(count));
    for (GlobalIndex k = 0; k < count; ++k) {
      read_node_number();
      read_coordinates();
    }
  }

  struct Block {
    int dimension;
    GlobalIndex entity, kind, count;  // kind: parametric of nodes, element type
  };
  Block read_block(std::string_view kind_name) {
    Block block{};
    GlobalIndex dimension = 0;
    if (*version_ == Version::v40) block.entity = source_.integer("the entity of a block");
    dimension = source_.integer("the dimension of a block");
    if (dimension < 0 || dimension > 3)
      source_.fail("the dimension of a block is " + std::to_string(dimension), "0 to 3 is expected",
                   "the file is damaged; export it again");
    block.dimension = static_cast<int>(dimension);
    if (*version_ == Version::v41) block.entity = source_.integer("the entity of a block");
    block.kind = source_.integer(kind_name);
    block.count = source_.size("the number of items of a block");
    return block;
  }

  // Number of blocks and total number of items.
  std::pair<GlobalIndex, GlobalIndex> read_block_counts(std::string_view items) {
    const GlobalIndex blocks = source_.size("the number of blocks");
    const GlobalIndex total = source_.size("the number of items of all blocks");
    counts_at_ = source_.last_at();
    source_.require(total, 8, items);
    if (*version_ == Version::v41) {
      source_.size("the smallest number");
      source_.size("the largest number");
    }
    return {blocks, total};
  }
  void check_total(GlobalIndex total, GlobalIndex found, std::string_view items) const {
    if (total == found) return;
    source_.fail_at(counts_at_, std::to_string(total) + " " + std::string(items) + " are announced",
                    "the blocks hold " + std::to_string(found), "the file is damaged");
  }

  void read_nodes_4() {
    const auto [blocks, total] = read_block_counts("nodes");
    contents_.points.reserve(static_cast<std::size_t>(total));
    for (GlobalIndex b = 0; b < blocks; ++b) {
      const Block block = read_block("the word 'parametric' of a block");
      source_.require(block.count, 8, "nodes");
      const auto parameters = [&] {
        for (int i = 0; i < block.dimension && block.kind != 0; ++i)
          source_.finite_real("a parameter of a node");
      };
      for (GlobalIndex k = 0; k < block.count; ++k) {
        read_node_number();
        if (*version_ == Version::v41) continue;  // the coordinates follow all numbers of the block
        read_coordinates();
        parameters();
      }
      for (GlobalIndex k = 0; k < block.count && *version_ == Version::v41; ++k) {
        read_coordinates();
        parameters();
      }
    }
    check_total(total, static_cast<GlobalIndex>(contents_.points.size()), "nodes");
  }

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
  // behind the other; the first is kept.
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
    if (*version_ == Version::v2 && !elements.shape.empty() && elements.shape.back() == &shape &&
        elements.group.back() != group &&
        std::equal(elements.nodes.begin() + begin, elements.nodes.end(),
                   elements.nodes.begin() + (begin - size))) {
      elements.nodes.resize(begin);
      ++n_repeated_;
      return;
    }
    elements.shape.push_back(&shape);
    elements.group.push_back(group);
    elements.at.push_back(at);
  }

  void read_elements_2() {
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
              "the file is damaged");
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

  void read_elements_4() {
    const auto [blocks, total] = read_block_counts("elements");
    GlobalIndex found = 0;
    for (GlobalIndex b = 0; b < blocks; ++b) {
      const Block block = read_block("the type of elements");
      const GmshShape& shape = shape_of(block.kind);
      if (shape.dimension != block.dimension) {
        source_.fail("elements of type " + std::to_string(block.kind) + " belong to an entity of dimension " +
                         std::to_string(block.dimension),
                     "dimension " + std::to_string(shape.dimension) + " is expected", "the file is damaged");
      }
      GmshContents::Entity entity;
      if (const auto known = contents_.entities.find({block.dimension, block.entity});
          known != contents_.entities.end())
        entity = known->second;
      const std::int32_t group =
          group_of(block.dimension, entity.physical, block.entity, entity.between_partitions);
      source_.require(block.count, 4, "elements");
      for (GlobalIndex k = 0; k < block.count; ++k, ++found) {
        *version_ == Version::v41 ? source_.size("the number of an element")
                                  : source_.integer("the number of an element");
        read_element(shape, group, source_.last_at(), [&] {
          return *version_ == Version::v41 ? source_.size("a node of an element")
                                           : source_.integer("a node of an element");
        });
      }
    }
    check_total(total, found, "elements");
  }

  GmshSource source_;
  GmshContents contents_;
  std::optional<Version> version_;
  bool has_nodes_ = false, has_elements_ = false;
  std::size_t counts_at_ = 0;
  std::map<std::array<GlobalIndex, 3>, std::int32_t> group_index_;
  GlobalIndex n_repeated_ = 0, n_in_several_ = 0;
};

}  // namespace

RawMesh read_gmsh(std::string_view bytes, std::string_view file_name) {
  GmshParser parser(bytes, file_name);
  GmshContents contents = parser.parse();
  return assemble_gmsh(std::move(contents), parser.source(), file_name);
}

bool looks_like_gmsh(std::string_view bytes) {
  bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
  for (const std::string_view start : {"$MeshFormat", "$Comments", "$PhysicalNames", "$NOD"}) {
    if (bytes.starts_with(start)) return true;
  }
  return false;
}

}  // namespace trireme::mesh
