// SPDX-License-Identifier: Apache-2.0
// All faces of cells and all facets of a mesh on one rank. Called by core/face_table and read/match_facets,
// which sort them by their vertices. Local.
#pragma once

#include <array>
#include <span>

#include "meshes/core/raw_mesh.hpp"

namespace trireme::mesh {

// Whose rim it is: face `face` of a cell, or, with cell -1, facet number `face` counted through all markers.
struct RimOwner {
  GlobalIndex cell, face;
};

// Calls visit(owner, rim [3 or 4]) for the faces of cells in order, looking out, and then for the facets.
template <class F>
void for_each_rim(const RawMesh& mesh, F&& visit) {
  std::array<GlobalIndex, 4> rim{};
  for (GlobalIndex c = 0; c < mesh.n_cells(); ++c) {
    const GlobalIndex* vertex = mesh.cell_vertices.data() + mesh.cell_offsets[static_cast<std::size_t>(c)];
    GlobalIndex face_number = 0;
    for (const CellFace& face : cell_faces(mesh.cell_types[static_cast<std::size_t>(c)])) {
      const auto size = static_cast<std::size_t>(face.size);
      for (std::size_t i = 0; i < size; ++i) rim[i] = vertex[face.corners[i]];
      visit(RimOwner{c, face_number++}, std::span<const GlobalIndex>(rim).first(size));
    }
  }
  GlobalIndex facet = 0;
  for (const auto& marker : mesh.markers) {
    for (std::size_t f = 0; f + 1 < marker.facet_offsets.size(); ++f, ++facet) {
      const auto begin = static_cast<std::size_t>(marker.facet_offsets[f]),
                 end = static_cast<std::size_t>(marker.facet_offsets[f + 1]);
      visit(RimOwner{-1, facet},
            std::span<const GlobalIndex>(marker.facet_vertices).subspan(begin, end - begin));
    }
  }
}

}  // namespace trireme::mesh
