// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/cgns_sections.hpp"

#include <algorithm>

#include "meshes/core/count_text.hpp"
#include "meshes/read/cgns_lookup.hpp"

namespace trireme::mesh {

// ElementType_t by number.
struct CgnsShape {
  std::int64_t number;
  int size;
  int dimension;
  CellType cell;  // of three-dimensional shapes
};

namespace {

constexpr CgnsShape shapes[] = {{2, 1, 0, {}},
                                {3, 2, 1, {}},
                                {5, 3, 2, {}},
                                {7, 4, 2, {}},
                                {10, 4, 3, CellType::tetrahedron},
                                {12, 5, 3, CellType::pyramid},
                                {14, 6, 3, CellType::prism},
                                {17, 8, 3, CellType::hexahedron}};
constexpr std::int64_t mixed = 20, ngon = 22, nface = 23;

}  // namespace

CgnsSections::CgnsSections(const CgnsNode& zone, const std::string& path, std::string_view file_name,
                           RawMesh& mesh)
    : file_name_(file_name), mesh_(mesh) {
  for (const CgnsNode& node : zone.children) {
    if (node.label == "Elements_t") read_section(node, path + "/" + node.name);
  }
  if (mesh_.n_cells() == 0)
    fail(path, "it has no volume elements", "only those have a volume to compute in", "give a volume mesh");
  check_overlap(path);
}

void CgnsSections::fail(const std::string& path, const std::string& problem, const std::string& why,
                        const std::string& suggestion) const {
  refuse_cgns(file_name_, path, problem, why, suggestion);
}

const CgnsShape& CgnsSections::shape_of(std::int64_t number, const std::string& path) const {
  const auto shape = std::find_if(std::begin(shapes), std::end(shapes),
                                  [&](const CgnsShape& each) { return each.number == number; });
  if (shape != std::end(shapes)) return *shape;
  if (number == ngon || number == nface)
    fail(path, "its elements are polygons or polyhedra", "ElementType " + std::to_string(number),
         "export tetrahedra, pyramids, prisms and hexahedra");
  fail(path, "ElementType " + std::to_string(number) + " is not read",
       number > 3 && number < 62 ? "it has second or higher order" : "it is not known",
       "export linear elements: TRI_3, QUAD_4, TETRA_4, PYRA_5, PENTA_6, HEXA_8");
}

void CgnsSections::check_overlap(const std::string& path) {
  std::sort(sections_.begin(), sections_.end(),
            [](const Section& a, const Section& b) { return a.first < b.first; });
  for (std::size_t s = 1; s < sections_.size(); ++s) {
    if (sections_[s].first <= sections_[s - 1].last) {
      fail(path + "/" + sections_[s].name,
           "element " + std::to_string(sections_[s].first) + " is given twice",
           "section " + sections_[s - 1].name + " has elements to " + std::to_string(sections_[s - 1].last),
           "the file is damaged; export it again");
    }
  }
}

void CgnsSections::read_section(const CgnsNode& node, const std::string& path) {
  const CgnsNode* range = cgns_child(node, "IndexRange_t", "ElementRange");
  const CgnsNode* connectivity = cgns_child(node, "DataArray_t", "ElementConnectivity");
  if (node.integers.empty())
    fail(path, "its element type is missing", "its data are [type, boundary elements]",
         "export the mesh again");
  const std::int64_t type = node.integers[0];
  if (type != mixed) shape_of(type, path);
  if (!range || range->integers.size() != 2)
    fail(path, "its ElementRange is missing", "it holds the first and last element", "export the mesh again");
  if (!connectivity)
    fail(path, "its ElementConnectivity is missing", "links to other files are not followed",
         "export the mesh into one file");
  Section section{trim_cgns(node.name), range->integers[0], range->integers[1]};
  const std::vector<std::int64_t>& ids = connectivity->integers;
  // A count that the connectivity cannot hold is refused before anything is computed from it.
  if (section.first < 1 || section.last < section.first ||
      section.last - section.first >= static_cast<std::int64_t>(ids.size())) {
    fail(path, "its ElementRange is " + std::to_string(section.first) + " to " + std::to_string(section.last),
         "ElementConnectivity has " + std::to_string(ids.size()) + " numbers",
         "the file is damaged; export it again");
  }
  const std::int64_t count = section.last - section.first + 1;
  std::size_t at = 0;
  section.facet_begin = static_cast<std::int64_t>(facets_.size());
  for (std::int64_t k = 0; k < count; ++k) {
    if (type == mixed && at >= ids.size()) refuse_end(path, k, count);
    const CgnsShape& shape = shape_of(type == mixed ? ids[at++] : type, path);
    if (ids.size() - at < static_cast<std::size_t>(shape.size)) refuse_end(path, k, count);
    if (type == mixed)
      section.facet_of.push_back(shape.dimension == 2 ? static_cast<std::int64_t>(facets_.size()) : -1);
    add_element(shape, ids.data() + at, path, section.first + k);
    at += static_cast<std::size_t>(shape.size);
  }
  if (at != ids.size()) {
    fail(path, "its ElementConnectivity goes on after element " + std::to_string(section.last),
         count_text(static_cast<GlobalIndex>(ids.size() - at), "number follows", "numbers follow"),
         "the file is damaged; export it again");
  }
  if (type != mixed && static_cast<std::int64_t>(facets_.size()) == section.facet_begin)
    section.facet_begin = -1;
  names_.push_back(section.name);
  sections_.push_back(std::move(section));
}

void CgnsSections::refuse_end(const std::string& path, std::int64_t found, std::int64_t count) const {
  fail(path,
       "its ElementConnectivity ends within element " + std::to_string(found + 1) + " of " +
           std::to_string(count),
       "more is expected", "the file is damaged; export it again");
}

void CgnsSections::add_element(const CgnsShape& shape, const std::int64_t* ids, const std::string& path,
                               std::int64_t number) {
  if (shape.dimension < 2) return;
  std::vector<GlobalIndex>& target = shape.dimension == 3 ? mesh_.cell_vertices : facet_vertices_;
  for (int i = 0; i < shape.size; ++i) {
    if (ids[i] < 1 || ids[i] > mesh_.n_points()) {
      fail(path,
           "vertex " + std::to_string(ids[i]) + " of element " + std::to_string(number) + " does not exist",
           "the zone has vertices 1 to " + std::to_string(mesh_.n_points()),
           "the file is damaged; export it again");
    }
    target.push_back(ids[i] - 1);
  }
  if (shape.dimension == 3) {
    mesh_.cell_types.push_back(shape.cell);
    mesh_.cell_offsets.push_back(static_cast<GlobalIndex>(mesh_.cell_vertices.size()));
  } else {
    facets_.push_back({static_cast<std::int64_t>(facet_vertices_.size()) - shape.size, shape.size,
                       static_cast<std::int32_t>(names_.size())});
  }
}

CgnsFacet* CgnsSections::facet_of(std::int64_t number) {
  auto section = std::upper_bound(sections_.begin(), sections_.end(), number,
                                  [](std::int64_t n, const Section& each) { return n < each.first; });
  if (section == sections_.begin()) return nullptr;
  --section;
  if (number > section->last) return nullptr;
  const std::int64_t k = number - section->first;
  const std::int64_t at = !section->facet_of.empty()  ? section->facet_of[static_cast<std::size_t>(k)]
                          : section->facet_begin >= 0 ? section->facet_begin + k
                                                      : -1;
  return at < 0 ? nullptr : &facets_[static_cast<std::size_t>(at)];
}

}  // namespace trireme::mesh
