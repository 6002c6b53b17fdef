// SPDX-License-Identifier: Apache-2.0
// The element sections of a CGNS zone: cells go to the mesh, faces are kept by their element numbers until
// the boundary conditions give them to markers. Called by read/cgns. Errors (kind input) are those of
// read/cgns.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "meshes/core/raw_mesh.hpp"
#include "meshes/read/cgns_tree.hpp"

namespace trireme::mesh {

struct CgnsShape;  // of an ElementType_t

struct CgnsFacet {
  std::int64_t begin;  // in CgnsSections::facet_vertices()
  int size;
  std::int32_t section;
  std::int32_t condition = -1;
};

class CgnsSections {
 public:
  // Reads all sections of the zone at `path`; adds cells to the mesh, whose points are there.
  CgnsSections(const CgnsNode& zone, const std::string& path, std::string_view file_name, RawMesh& mesh);

  // The facet that is element `number`, or null.
  CgnsFacet* facet_of(std::int64_t number);

  std::vector<CgnsFacet>& facets() { return facets_; }
  const std::vector<GlobalIndex>& facet_vertices() const { return facet_vertices_; }
  // In the file's order, as in CgnsFacet::section.
  const std::vector<std::string>& names() const { return names_; }

 private:
  struct Section {
    std::string name;
    std::int64_t first, last;                 // element numbers
    std::int64_t facet_begin = -1;            // facets_ of its elements when all are two-dimensional
    std::vector<std::int64_t> facet_of = {};  // of MIXED: position in facets_ or -1
  };

  [[noreturn]] void fail(const std::string& path, const std::string& problem, const std::string& why,
                         const std::string& suggestion) const;
  [[noreturn]] void refuse_end(const std::string& path, std::int64_t found, std::int64_t count) const;
  const CgnsShape& shape_of(std::int64_t number, const std::string& path) const;
  void read_section(const CgnsNode& node, const std::string& path);
  void add_element(const CgnsShape& shape, const std::int64_t* ids, const std::string& path,
                   std::int64_t number);
  void check_overlap(const std::string& path);

  std::string file_name_;
  RawMesh& mesh_;
  std::vector<Section> sections_;  // ascending
  std::vector<std::string> names_;
  std::vector<CgnsFacet> facets_;
  std::vector<GlobalIndex> facet_vertices_;
};

}  // namespace trireme::mesh
