// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/check_mesh.hpp"

namespace trireme::mesh {

void drop_orphan_points(RawMesh& mesh, MeshFindings& findings) {
  std::vector<GlobalIndex> new_id(mesh.points.size(), -1);
  for (const GlobalIndex v : mesh.cell_vertices) new_id[static_cast<std::size_t>(v)] = 0;
  GlobalIndex n_used = 0;
  for (std::size_t p = 0; p < new_id.size(); ++p) {
    if (new_id[p] < 0) {
      findings.add(orphan_point, [&] { return point_text(mesh, static_cast<GlobalIndex>(p)); });
    } else {
      new_id[p] = n_used++;
    }
  }
  if (n_used == mesh.n_points() || findings.has_errors()) return;
  for (auto& marker : mesh.markers) {
    for (GlobalIndex& v : marker.facet_vertices) v = new_id[static_cast<std::size_t>(v)];
  }
  for (GlobalIndex& v : mesh.cell_vertices) v = new_id[static_cast<std::size_t>(v)];
  for (std::size_t p = 0; p < new_id.size(); ++p) {
    if (new_id[p] >= 0) mesh.points[static_cast<std::size_t>(new_id[p])] = mesh.points[p];
  }
  mesh.points.resize(static_cast<std::size_t>(n_used));
  mesh.points.shrink_to_fit();
}

}  // namespace trireme::mesh
