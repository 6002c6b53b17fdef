// SPDX-License-Identifier: Apache-2.0
// Builds one rank's contiguous ranges of a mesh whose points, cells and facets are functions of their global
// id. This is what makes a generator distributed and independent of the rank count: nothing is exchanged,
// nothing is replicated. Called by generate/box, generate/extruded_grid and generate/wing_grid.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "meshes/core/distributed_mesh.hpp"

namespace trireme::mesh {

struct MeshCounts {
  GlobalIndex points = 0, cells = 0, facets = 0;
};

struct GeneratedCell {
  CellType type = CellType::tetrahedron;
  std::array<GlobalIndex, 8> vertices{};  // the first cell_size(type)
};

struct GeneratedFacet {
  std::int32_t marker = 0;
  int size = 3;
  std::array<GlobalIndex, 4> vertices{};
};

// point(id) -> Point, cell(id) -> GeneratedCell, facet(id) -> GeneratedFacet. Local; ranks may get empty
// ranges. Ranges are those of range_begin(). Cost: the rank's share of the mesh.
template <class PointOf, class CellOf, class FacetOf>
DistributedMesh fill_ranges(const comm::Communicator& comm, const MeshCounts& counts,
                            std::vector<std::string> marker_names, PointOf&& point, CellOf&& cell,
                            FacetOf&& facet) {
  const auto range = [&comm](GlobalIndex n) {
    return std::pair{range_begin(n, comm.size(), comm.rank()), range_begin(n, comm.size(), comm.rank() + 1)};
  };
  DistributedMesh mesh;
  mesh.marker_names = std::move(marker_names);

  const auto [point_begin, point_end] = range(counts.points);
  mesh.n_points = counts.points;
  mesh.point_begin = point_begin;
  mesh.points.reserve(static_cast<std::size_t>(point_end - point_begin));
  for (GlobalIndex id = point_begin; id < point_end; ++id) mesh.points.push_back(point(id));

  const auto [cell_begin, cell_end] = range(counts.cells);
  mesh.n_cells = counts.cells;
  mesh.cell_begin = cell_begin;
  mesh.cell_types.reserve(static_cast<std::size_t>(cell_end - cell_begin));
  mesh.cell_offsets.reserve(static_cast<std::size_t>(cell_end - cell_begin) + 1);
  for (GlobalIndex id = cell_begin; id < cell_end; ++id) {
    const GeneratedCell made = cell(id);
    mesh.cell_types.push_back(made.type);
    mesh.cell_vertices.insert(mesh.cell_vertices.end(), made.vertices.begin(),
                              made.vertices.begin() + cell_size(made.type));
    mesh.cell_offsets.push_back(static_cast<GlobalIndex>(mesh.cell_vertices.size()));
  }

  const auto [facet_begin, facet_end] = range(counts.facets);
  mesh.n_facets = counts.facets;
  mesh.facet_begin = facet_begin;
  for (GlobalIndex id = facet_begin; id < facet_end; ++id) {
    const GeneratedFacet made = facet(id);
    mesh.facet_marker.push_back(made.marker);
    mesh.facet_vertices.insert(mesh.facet_vertices.end(), made.vertices.begin(),
                               made.vertices.begin() + made.size);
    mesh.facet_offsets.push_back(static_cast<GlobalIndex>(mesh.facet_vertices.size()));
  }
  return mesh;
}

}  // namespace trireme::mesh
