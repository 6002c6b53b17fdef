// SPDX-License-Identifier: Apache-2.0
#include "meshes/write/su2.hpp"

#include <iterator>

#include <fmt/format.h>

#include "solvers/io/atomic_write.hpp"

namespace trireme::mesh {
namespace {

void append_element(std::string& text, int vtk_type, const GlobalIndex* first, const GlobalIndex* last) {
  fmt::format_to(std::back_inserter(text), "{}", vtk_type);
  for (; first != last; ++first) fmt::format_to(std::back_inserter(text), " {}", *first);
}

}  // namespace

std::string su2_text(const RawMesh& mesh) {
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "NDIME= 3\nNELEM= {}\n", mesh.n_cells());
  for (GlobalIndex c = 0; c < mesh.n_cells(); ++c) {
    append_element(text, vtk_cell_type(mesh.cell_types[c]), mesh.cell_vertices.data() + mesh.cell_offsets[c],
                   mesh.cell_vertices.data() + mesh.cell_offsets[c + 1]);
    fmt::format_to(out, " {}\n", c);
  }
  fmt::format_to(out, "NPOIN= {}\n", mesh.n_points());
  for (GlobalIndex p = 0; p < mesh.n_points(); ++p) {
    fmt::format_to(out, "{} {} {} {}\n", mesh.points[p][0], mesh.points[p][1], mesh.points[p][2], p);
  }
  fmt::format_to(out, "NMARK= {}\n", mesh.markers.size());
  for (const auto& marker : mesh.markers) {
    fmt::format_to(out, "MARKER_TAG= {}\nMARKER_ELEMS= {}\n", marker.name, marker.n_facets());
    for (GlobalIndex f = 0; f < marker.n_facets(); ++f) {
      const GlobalIndex begin = marker.facet_offsets[f], end = marker.facet_offsets[f + 1];
      append_element(text, end - begin == 3 ? 5 : 9, marker.facet_vertices.data() + begin,
                     marker.facet_vertices.data() + end);
      text += '\n';
    }
  }
  return text;
}

void write_su2(const std::string& path, const RawMesh& mesh) {
  io::atomic_write(path, su2_text(mesh));
}

}  // namespace trireme::mesh
