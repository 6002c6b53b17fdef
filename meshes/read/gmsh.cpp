// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/gmsh.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "meshes/core/count_text.hpp"
#include "meshes/read/gmsh_sections.hpp"
#include "meshes/read/text_lines.hpp"

namespace trireme::mesh {
namespace {

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
      } else if (name == "Entities" && *version_ != GmshVersion::v2) {
        read_gmsh_entities(source_, *version_, GmshEntities::whole, contents_);
      } else if (name == "PartitionedEntities" && *version_ != GmshVersion::v2) {
        read_gmsh_entities(source_, *version_, GmshEntities::partitioned, contents_);
      } else if (name == "Nodes") {
        if (std::exchange(has_nodes_, true)) refuse_second(at, name);
        read_gmsh_nodes(source_, *version_, contents_);
      } else if (name == "Elements") {
        if (std::exchange(has_elements_, true)) refuse_second(at, name);
        read_gmsh_elements(source_, *version_, contents_);
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
    if (contents_.n_repeated > 0) {
      contents_.notes.push_back(count_text(contents_.n_repeated, "element is", "elements are") +
                                " in several physical groups; each was given to the first");
    }
    if (contents_.n_in_several > 0) {
      contents_.notes.push_back(
          "entities in several physical groups: " + std::to_string(contents_.n_in_several) +
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
      version_ = GmshVersion::v2;
    } else if (version == "4" || version == "4.0") {
      version_ = GmshVersion::v40;
    } else if (version == "4.1") {
      version_ = GmshVersion::v41;
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

  GmshSource source_;
  GmshContents contents_;
  std::optional<GmshVersion> version_;
  bool has_nodes_ = false, has_elements_ = false;
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
