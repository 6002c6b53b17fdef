// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/check_mesh.hpp"
#include "solvers/base/error.hpp"

namespace trireme::mesh {

void drop_orphan_points(RawMesh& mesh, std::string_view source) {
  std::vector<GlobalIndex> new_id(mesh.points.size(), -1);
  for (const GlobalIndex v : mesh.cell_vertices) new_id[v] = 0;
  GlobalIndex n_used = 0, first_orphan = -1;
  for (std::size_t p = 0; p < new_id.size(); ++p) {
    if (new_id[p] < 0) {
      if (first_orphan < 0) first_orphan = static_cast<GlobalIndex>(p);
    } else {
      new_id[p] = n_used++;
    }
  }
  const GlobalIndex n_orphans = mesh.n_points() - n_used;
  if (n_orphans == 0) return;

  for (auto& marker : mesh.markers) {
    for (GlobalIndex& v : marker.facet_vertices) {
      if (new_id[v] < 0) {
        throw Error(ErrorKind::input,
                    std::string(source) + ": marker '" + marker.name + "' uses point " + std::to_string(v) +
                        ", which no cell uses",
                    "a boundary facet must be a face of a cell", "export the mesh again");
      }
      v = new_id[v];
    }
  }
  for (GlobalIndex& v : mesh.cell_vertices) v = new_id[v];
  for (std::size_t p = 0; p < new_id.size(); ++p) {
    if (new_id[p] >= 0) mesh.points[new_id[p]] = mesh.points[p];
  }
  mesh.points.resize(static_cast<std::size_t>(n_used));
  mesh.points.shrink_to_fit();
  mesh.notes.push_back(
      std::string(source) + ": dropped " + std::to_string(n_orphans) +
      (n_orphans == 1 ? " point that no cell uses (point " : " points that no cell uses (first: point ") +
      std::to_string(first_orphan) + ")");
}

}  // namespace trireme::mesh
