// SPDX-License-Identifier: Apache-2.0
// A mesh as a UGRID file, for the tests of its reader and the seeds of its fuzzing. The mesh has at most one
// block of each cell type, in the order tetrahedra, pyramids, prisms, hexahedra, and markers with triangles
// before quadrilaterals; their tags are 1, 2, ...
#pragma once

#include <array>
#include <string>

#include "meshes/core/raw_mesh.hpp"
#include "tests/meshes/number_sink.hpp"

namespace trireme::mesh::testing {

enum class RealSize { four, eight };

inline std::string ugrid_bytes(const RawMesh& mesh, Encoding encoding, RealSize real_size = RealSize::eight) {
  constexpr std::array order{CellType::tetrahedron, CellType::pyramid, CellType::prism, CellType::hexahedron};
  NumberSink out(encoding);
  std::array<GlobalIndex, 2> n_facets{};  // triangles, quadrilaterals
  std::array<GlobalIndex, 4> n_cells{};
  for (const auto& marker : mesh.markers) {
    for (GlobalIndex f = 0; f < marker.n_facets(); ++f)
      ++n_facets[marker.facet_offsets[f + 1] - marker.facet_offsets[f] == 3 ? 0 : 1];
  }
  for (const CellType type : mesh.cell_types) ++n_cells[static_cast<std::size_t>(type)];
  for (const GlobalIndex count :
       {mesh.n_points(), n_facets[0], n_facets[1], n_cells[0], n_cells[1], n_cells[2], n_cells[3]})
    out.integer(count);
  out.line();
  for (const Point& p : mesh.points) {
    for (const double x : p) real_size == RealSize::eight ? out.real(x) : out.single(static_cast<float>(x));
    out.line();
  }
  for (const GlobalIndex size : {3, 4}) {
    for (const auto& marker : mesh.markers) {
      for (GlobalIndex f = 0; f < marker.n_facets(); ++f) {
        if (marker.facet_offsets[f + 1] - marker.facet_offsets[f] != size) continue;
        for (GlobalIndex i = 0; i < size; ++i)
          out.integer(marker.facet_vertices[marker.facet_offsets[f] + i] + 1);
        out.line();
      }
    }
  }
  for (const GlobalIndex size : {3, 4}) {
    for (std::size_t m = 0; m < mesh.markers.size(); ++m) {
      const auto& marker = mesh.markers[m];
      for (GlobalIndex f = 0; f < marker.n_facets(); ++f) {
        if (marker.facet_offsets[f + 1] - marker.facet_offsets[f] == size)
          out.integer(static_cast<GlobalIndex>(m) + 1);
      }
    }
  }
  out.line();
  for (const CellType type : order) {
    for (GlobalIndex c = 0; c < mesh.n_cells(); ++c) {
      if (mesh.cell_types[c] != type) continue;
      const GlobalIndex* vertex = mesh.cell_vertices.data() + mesh.cell_offsets[c];
      if (type == CellType::pyramid) {
        for (const int i : {0, 3, 4, 1, 2}) out.integer(vertex[i] + 1);
      } else {
        for (int i = 0; i < cell_size(type); ++i) out.integer(vertex[i] + 1);
      }
      out.line();
    }
  }
  return out.bytes();
}

}  // namespace trireme::mesh::testing
