// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/extrude.hpp"

namespace trireme::mesh {

RawMesh extrude_one_layer(PlaneMesh&& plane) {
  RawMesh mesh;
  mesh.dimension = 2;
  const auto n = static_cast<GlobalIndex>(plane.points.size());
  mesh.points.reserve(2 * plane.points.size());
  for (const double z : {0.0, 1.0}) {
    for (const auto& p : plane.points) mesh.points.push_back({p[0], p[1], z});
  }

  for (const auto& cell : plane.cells) {
    const int size = cell[3] < 0 ? 3 : 4;
    mesh.cell_types.push_back(size == 3 ? CellType::prism : CellType::hexahedron);
    for (int i = 0; i < size; ++i) mesh.cell_vertices.push_back(cell[i]);
    for (int i = 0; i < size; ++i) mesh.cell_vertices.push_back(cell[i] + n);
    mesh.cell_offsets.push_back(static_cast<GlobalIndex>(mesh.cell_vertices.size()));
  }

  for (auto& marker : plane.markers) {
    RawMesh::Marker& extruded = mesh.markers.emplace_back();
    extruded.name = std::move(marker.name);
    for (const auto& edge : marker.edges) {
      for (const GlobalIndex v : {edge[0], edge[1], edge[1] + n, edge[0] + n})
        extruded.facet_vertices.push_back(v);
      extruded.facet_offsets.push_back(static_cast<GlobalIndex>(extruded.facet_vertices.size()));
    }
  }
  for (const GlobalIndex shift : {GlobalIndex{0}, n}) {
    RawMesh::Marker& side = mesh.markers.emplace_back();
    side.name = shift == 0 ? extrusion_min : extrusion_max;
    for (const auto& cell : plane.cells) {
      for (int i = 0; i < (cell[3] < 0 ? 3 : 4); ++i) side.facet_vertices.push_back(cell[i] + shift);
      side.facet_offsets.push_back(static_cast<GlobalIndex>(side.facet_vertices.size()));
    }
  }
  return mesh;
}

}  // namespace trireme::mesh
