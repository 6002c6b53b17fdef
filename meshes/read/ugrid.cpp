// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/ugrid.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "meshes/core/count_text.hpp"
#include "meshes/read/advice.hpp"
#include "meshes/read/byte_reader.hpp"
#include "meshes/read/number_source.hpp"

namespace trireme::mesh {
namespace {

constexpr std::size_t n_counts = 7, header_bytes = 4 * n_counts;
enum CountOf { nodes, triangles, quadrilaterals, tetrahedra, pyramids, prisms, hexahedra };
constexpr std::array<const char*, n_counts> count_names{
    "nodes", "triangles", "quadrilaterals", "tetrahedra", "pyramids", "prisms", "hexahedra"};
using Counts = std::array<std::int64_t, n_counts>;

struct CellBlock {
  CountOf count;
  CellType type;
  std::array<int, 8> order;  // the file's position of each corner
};
constexpr CellBlock cell_blocks[] = {{tetrahedra, CellType::tetrahedron, {0, 1, 2, 3}},
                                     {pyramids, CellType::pyramid, {0, 3, 4, 1, 2}},
                                     {prisms, CellType::prism, {0, 1, 2, 3, 4, 5}},
                                     {hexahedra, CellType::hexahedron, {0, 1, 2, 3, 4, 5, 6, 7}}};

struct Layout {
  NumberSource::ByteOrder order;
  int real_size;
};
constexpr Layout layouts[] = {{NumberSource::ByteOrder::big, 8},
                              {NumberSource::ByteOrder::little, 8},
                              {NumberSource::ByteOrder::big, 4},
                              {NumberSource::ByteOrder::little, 4}};

const std::byte* as_bytes(std::string_view text) {
  return reinterpret_cast<const std::byte*>(text.data());
}

std::int32_t integer_at(std::string_view bytes, std::size_t at, NumberSource::ByteOrder order) {
  return order == NumberSource::ByteOrder::big ? big_endian_integer(as_bytes(bytes) + at)
                                               : little_endian_integer(as_bytes(bytes) + at);
}

// Bytes a binary file with these counts has, or -1 when they are no counts. They are below 2^40, so that
// nothing overflows.
std::int64_t expected_bytes(const Counts& counts, int real_size, int integer_size = 4) {
  if (std::any_of(counts.begin(), counts.end(),
                  [](std::int64_t count) { return count < 0 || count >> 40 != 0; }))
    return -1;
  std::int64_t integers = n_counts + counts[triangles] * 4 + counts[quadrilaterals] * 5;
  for (const CellBlock& block : cell_blocks) integers += counts[block.count] * cell_size(block.type);
  return integers * integer_size + counts[nodes] * 3 * real_size;
}

Counts binary_counts(std::string_view bytes, NumberSource::ByteOrder order) {
  Counts counts;
  for (std::size_t i = 0; i < n_counts; ++i) counts[i] = integer_at(bytes, 4 * i, order);
  return counts;
}

// True when the counts are integers of 64 bits and explain the size.
bool has_long_integers(std::string_view bytes) {
  if (bytes.size() < 8 * n_counts) return false;
  for (const NumberSource::ByteOrder order :
       {NumberSource::ByteOrder::big, NumberSource::ByteOrder::little}) {
    const std::size_t low = order == NumberSource::ByteOrder::big ? 4 : 0;
    Counts counts;
    bool high_are_zero = true;
    for (std::size_t i = 0; i < n_counts; ++i) {
      counts[i] = integer_at(bytes, 8 * i + low, order);
      high_are_zero = high_are_zero && integer_at(bytes, 8 * i + 4 - low, order) == 0;
    }
    if (high_are_zero && expected_bytes(counts, 8, 8) == static_cast<std::int64_t>(bytes.size())) return true;
  }
  return false;
}

// A count of a binary file has a byte that is no character.
bool is_text(std::string_view bytes) {
  const auto start = bytes.substr(0, 64);
  return std::all_of(start.begin(), start.end(),
                     [](char c) { return (c >= ' ' && c <= '~') || (c >= '\t' && c <= '\r'); });
}

class UgridReader {
 public:
  UgridReader(std::string_view bytes, std::string_view file_name, const BoundaryNames& names)
      : bytes_(bytes), file_name_(file_name), names_(names), source_(bytes, file_name) {}

  RawMesh read() {
    if (!is_text(bytes_)) start_binary();
    for (std::size_t i = 0; i < n_counts; ++i) {
      counts_[i] = source_.integer("the number of " + std::string(count_names[i]));
      if (counts_[i] < 0)
        source_.fail("the number of " + std::string(count_names[i]) + " is " + std::to_string(counts_[i]),
                     "it cannot be negative", "the file is damaged or no UGRID mesh");
    }
    if (counts_[tetrahedra] + counts_[pyramids] + counts_[prisms] + counts_[hexahedra] == 0)
      source_.fail("the file has no volume elements", "it holds a surface mesh", "give the volume mesh");
    read_points();
    read_facets();
    for (const CellBlock& block : cell_blocks) read_cells(block);
    note_rest();
    return std::move(mesh_);
  }

 private:
  void start_binary() {
    source_.start_binary(NumberSource::ByteOrder::big);
    if (bytes_.size() < header_bytes) {
      source_.fail_at(bytes_.size(), "the file ends within its counts", "28 bytes are expected",
                      truncated_file);
    }
    const auto size = static_cast<std::int64_t>(bytes_.size());
    std::optional<Layout> chosen, longer;
    for (const Layout& layout : layouts) {
      const Counts counts = binary_counts(bytes_, layout.order);
      const std::int64_t expected = expected_bytes(counts, layout.real_size);
      const bool volume = counts[nodes] > 0 && expected > 0;
      if (volume && expected == size && !chosen) chosen = layout;
      // With short reals a file that was cut could be explained wrongly.
      if (volume && expected < size && expected > size / 2 && layout.real_size == 8 && !longer)
        longer = layout;
    }
    if (!chosen && !has_long_integers(bytes_)) chosen = longer;
    if (!chosen) refuse_layout();
    layout_ = *chosen;
    source_.start_binary(layout_.order);
    note_contradicting_name();
  }

  [[noreturn]] void refuse_layout() const {
    for (const NumberSource::ByteOrder order :
         {NumberSource::ByteOrder::big, NumberSource::ByteOrder::little}) {
      if (integer_at(bytes_, 0, order) == header_bytes && integer_at(bytes_, 4, order) >= 0) {
        source_.fail_at(0, "the file consists of Fortran records",
                        "it starts with the length of its first record, 28",
                        "write it as a stream (.b8.ugrid or .lb8.ugrid)");
      }
    }
    if (has_long_integers(bytes_)) {
      source_.fail_at(0, "the file has integers of 64 bits", "32 bits are expected",
                      "write it with 32-bit integers (.b8.ugrid or .lb8.ugrid)");
    }
    // The byte order in which the counts are the more plausible.
    const auto size = static_cast<std::int64_t>(bytes_.size());
    const std::int64_t big = expected_bytes(binary_counts(bytes_, NumberSource::ByteOrder::big), 8);
    const std::int64_t little = expected_bytes(binary_counts(bytes_, NumberSource::ByteOrder::little), 8);
    if (big < 0 && little < 0)
      source_.fail_at(0, "the counts at the start are negative in either byte order", "they cannot be",
                      "the file is damaged or no UGRID mesh");
    const bool is_big = little < 0 || (big >= 0 && big < little);
    const std::int64_t expected = is_big ? big : little;
    source_.fail_at(bytes_.size(),
                    expected > size ? "the file ends early" : "the file is longer than its counts say",
                    std::string("read ") + (is_big ? "big" : "little") + "-endian its counts ask for " +
                        std::to_string(expected) + " bytes, and " + std::to_string(size) + " are there",
                    "the file is truncated or no UGRID mesh");
  }

  void note_contradicting_name() {
    const bool is_big = layout_.order == NumberSource::ByteOrder::big;
    const std::string size = std::to_string(layout_.real_size);
    for (const std::string_view suffix : {".b8.", ".lb8.", ".b4.", ".lb4."}) {
      if (file_name_.find(suffix) == std::string::npos || suffix == (is_big ? ".b" : ".lb") + size + ".")
        continue;
      mesh_.notes.push_back(file_name_ + ": the file is " + (is_big ? "big" : "little") + "-endian with " +
                            size + "-byte reals, whatever its name says");
    }
  }

  void read_points() {
    source_.require(counts_[nodes], source_.is_binary() ? 3 * layout_.real_size : 6, "nodes");
    mesh_.points.reserve(static_cast<std::size_t>(counts_[nodes]));
    constexpr std::array<const char*, 3> names{"x of a node", "y of a node", "z of a node"};
    for (std::int64_t n = 0; n < counts_[nodes]; ++n) {
      Point& point = mesh_.points.emplace_back();
      for (std::size_t d = 0; d < 3; ++d)
        point[d] =
            layout_.real_size == 8 ? source_.finite_real(names[d]) : source_.finite_single_real(names[d]);
    }
  }

  GlobalIndex node(std::string_view what) {
    const GlobalIndex number = source_.integer(what);
    if (number >= 1 && number <= counts_[nodes]) return number - 1;
    source_.fail(std::string(what) + " is " + std::to_string(number),
                 "the file has nodes 1 to " + std::to_string(counts_[nodes]),
                 "the file is damaged; export it again");
  }

  void read_facets() {
    std::array<std::vector<GlobalIndex>, 2> vertices;  // of triangles, of quadrilaterals
    for (std::size_t kind = 0; kind < 2; ++kind) {
      const std::int64_t count = counts_[triangles + kind];
      source_.require(count, 8, count_names[triangles + kind]);
      vertices[kind].reserve(static_cast<std::size_t>(count) * (3 + kind));
      for (std::size_t v = static_cast<std::size_t>(count) * (3 + kind); v > 0; --v)
        vertices[kind].push_back(node("a node of a surface element"));
    }
    // Facets of one tag, triangles before quadrilaterals as in the file.
    std::map<GlobalIndex, RawMesh::Marker> by_tag;
    for (std::size_t kind = 0; kind < 2; ++kind) {
      const auto size = static_cast<std::ptrdiff_t>(3 + kind);
      auto facet = vertices[kind].cbegin();
      for (std::int64_t f = counts_[triangles + kind]; f > 0; --f, facet += size) {
        RawMesh::Marker& marker = by_tag[source_.integer("the tag of a surface element")];
        marker.facet_vertices.insert(marker.facet_vertices.end(), facet, facet + size);
        marker.facet_offsets.push_back(static_cast<GlobalIndex>(marker.facet_vertices.size()));
      }
    }
    name_markers(by_tag);
  }

  void name_markers(std::map<GlobalIndex, RawMesh::Marker>& by_tag) {
    std::string codes;
    std::size_t n_unnamed = 0;
    std::map<std::string, std::size_t> at_name;
    for (auto& [tag, found] : by_tag) {
      const auto known = names_.find(tag);
      found.name = known == names_.end() ? "tag_" + std::to_string(tag) : known->second.name;
      n_unnamed += known == names_.end() ? 1 : 0;
      const auto [at, is_new] = at_name.try_emplace(found.name, mesh_.markers.size());
      if (is_new && known != names_.end() && at_name.size() <= 20) {
        const std::string_view meaning = meaning_of_code(known->second.code);
        codes += (codes.empty() ? "" : ", ") + found.name + " " + std::to_string(known->second.code) +
                 (meaning.empty() ? "" : " (" + std::string(meaning) + ")");
      }
      if (is_new) {
        mesh_.markers.push_back(std::move(found));
        continue;
      }
      RawMesh::Marker& marker = mesh_.markers[at->second];
      const GlobalIndex shift = marker.facet_offsets.back();
      marker.facet_vertices.insert(marker.facet_vertices.end(), found.facet_vertices.begin(),
                                   found.facet_vertices.end());
      for (std::size_t f = 1; f < found.facet_offsets.size(); ++f)
        marker.facet_offsets.push_back(shift + found.facet_offsets[f]);
    }
    if (!codes.empty()) mesh_.notes.push_back(file_name_ + ": boundary codes of the .mapbc file: " + codes);
    if (!names_.empty() && n_unnamed > 0) {
      mesh_.notes.push_back(file_name_ + ": " +
                            count_text(static_cast<GlobalIndex>(n_unnamed),
                                       "surface tag is not in the .mapbc file and became the marker tag_N",
                                       "surface tags are not in the .mapbc file and became markers tag_N"));
    }
  }

  void read_cells(const CellBlock& block) {
    const std::int64_t count = counts_[block.count];
    const int size = cell_size(block.type);
    source_.require(count, static_cast<std::size_t>(2 * size), count_names[block.count]);
    for (std::int64_t c = 0; c < count; ++c) {
      std::array<GlobalIndex, 8> vertices{};
      for (int i = 0; i < size; ++i)
        vertices[static_cast<std::size_t>(i)] = node("a node of a volume element");
      for (int i = 0; i < size; ++i)
        mesh_.cell_vertices.push_back(
            vertices[static_cast<std::size_t>(block.order[static_cast<std::size_t>(i)])]);
      mesh_.cell_types.push_back(block.type);
      mesh_.cell_offsets.push_back(mesh_.cell_offsets.back() + size);
    }
  }

  void note_rest() {
    std::size_t rest = source_.remaining();
    if (!source_.is_binary() && source_.word().empty()) rest = 0;
    if (rest > 0)
      mesh_.notes.push_back(file_name_ + ": " +
                            count_text(static_cast<GlobalIndex>(rest),
                                       "byte after the last element is not used",
                                       "bytes after the last element are not used"));
  }

  std::string_view bytes_;
  std::string file_name_;
  const BoundaryNames& names_;
  NumberSource source_;
  Layout layout_{NumberSource::ByteOrder::big, 8};
  Counts counts_{};
  RawMesh mesh_;
};

}  // namespace

RawMesh read_ugrid(std::string_view bytes, std::string_view file_name, const BoundaryNames& names) {
  return UgridReader(bytes, file_name, names).read();
}

}  // namespace trireme::mesh
