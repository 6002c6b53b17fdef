// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/check_mesh.hpp"

namespace trireme::mesh {

void drop_empty_markers(RawMesh& mesh, std::string_view source) {
  std::erase_if(mesh.markers, [&](const RawMesh::Marker& marker) {
    if (marker.n_facets() > 0) return false;
    mesh.notes.push_back(std::string(source) + ": dropped marker '" + marker.name + "', which has no facets");
    return true;
  });
}

void repair_and_check(RawMesh& mesh, std::string_view source) {
  drop_empty_markers(mesh, source);
  drop_orphan_points(mesh, source);
  reorient_cells(mesh, source);
  check_faces(mesh, source);
}

}  // namespace trireme::mesh
