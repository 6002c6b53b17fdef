// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "meshes/core/check_mesh.hpp"

namespace trireme::mesh {
namespace {

struct FacetPlace {
  RawMesh::Marker* marker;
  GlobalIndex facet;
};

FacetPlace place_of(RawMesh& mesh, const FaceUse& use) {
  GlobalIndex facet = -use.owner - 1;
  for (auto& marker : mesh.markers) {
    if (facet < marker.n_facets()) return {&marker, facet};
    facet -= marker.n_facets();
  }
  return {nullptr, 0};
}

std::string marker_of(RawMesh& mesh, const FaceUse& use) {
  return "marker '" + place_of(mesh, use).marker->name + "'";
}

std::string cells_of(const Face& face) {
  std::string text = "cell" + std::string(face.cells.size() == 1 ? " " : "s ");
  for (std::size_t i = 0; i < face.cells.size() && i < 4; ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(face.cells[i].owner);
  return text;
}

// Cells list their faces outward; a facet that runs the other way is turned around.
void turn_outward(RawMesh& mesh, const Face& face) {
  if (face.facets[0].forward == face.cells[0].forward) return;
  const auto [marker, facet] = place_of(mesh, face.facets[0]);
  std::reverse(marker->facet_vertices.begin() + marker->facet_offsets[static_cast<std::size_t>(facet)] + 1,
               marker->facet_vertices.begin() + marker->facet_offsets[static_cast<std::size_t>(facet) + 1]);
}

}  // namespace

std::vector<OpenFace> check_faces(RawMesh& mesh, const FaceTable& faces, MeshFindings& findings) {
  std::vector<OpenFace> open;
  faces.for_each([&](const Face& face) {
    const auto text = [&](const std::string& more) {
      return face_text(mesh, face.rim()) + " (" + more + ")";
    };
    const std::size_t n_cells = face.cells.size(), n_facets = face.facets.size();
    if (n_cells > 2) findings.add(crowded_face, [&] { return text(cells_of(face)); });
    if (n_cells == 2 && face.cells[0].forward == face.cells[1].forward)
      findings.add(folded_face, [&] { return text(cells_of(face)); });
    if (n_facets > 1) {
      findings.add(doubled_facet, [&] {
        return text("by " + marker_of(mesh, face.facets[0]) + " and by " + marker_of(mesh, face.facets[1]));
      });
    }
    if (n_facets > 0 && n_cells == 0)
      findings.add(stray_facet, [&] { return text(marker_of(mesh, face.facets[0])); });
    if (n_facets > 0 && n_cells > 1) {
      findings.add(inner_facet,
                   [&] { return text(marker_of(mesh, face.facets[0]) + ", " + cells_of(face)); });
    }
    if (n_facets == 1 && n_cells == 1) turn_outward(mesh, face);
    if (n_facets == 0 && n_cells == 1) open.push_back({face.rim(), face.cells[0].owner});
  });
  return open;
}

}  // namespace trireme::mesh
