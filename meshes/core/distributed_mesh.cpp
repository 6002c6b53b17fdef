// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/distributed_mesh.hpp"

#include <array>
#include <span>

#include "meshes/core/name_list.hpp"
#include "solvers/comm/broadcast.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::mesh {
namespace {

// Deals out lists of vertices (cells or facets): `vertices` and `offsets` of this rank's items.
void scatter_lists(const comm::Communicator& comm, GlobalIndex n_items, std::vector<GlobalIndex>& vertices,
                   std::vector<GlobalIndex>& offsets) {
  const std::vector<GlobalIndex> items = range_sizes(n_items, comm.size());
  std::vector<GlobalIndex> lengths, n_vertices;
  if (comm.is_root()) {
    for (GlobalIndex i = 0; i < n_items; ++i) lengths.push_back(offsets[i + 1] - offsets[i]);
    for (int rank = 0; rank < comm.size(); ++rank) {
      n_vertices.push_back(offsets[range_begin(n_items, comm.size(), rank + 1)] -
                           offsets[range_begin(n_items, comm.size(), rank)]);
    }
  }
  vertices = comm::scatter_from_root(comm, vertices, n_vertices);
  lengths = comm::scatter_from_root(comm, lengths, items);
  offsets.assign(1, 0);
  for (const GlobalIndex length : lengths) offsets.push_back(offsets.back() + length);
}

}  // namespace

std::vector<GlobalIndex> range_sizes(GlobalIndex n, int parts) {
  std::vector<GlobalIndex> sizes;
  for (int part = 0; part < parts; ++part)
    sizes.push_back(range_begin(n, parts, part + 1) - range_begin(n, parts, part));
  return sizes;
}

DistributedMesh scatter(const comm::Communicator& comm, RawMesh&& raw) {
  if (!comm.is_root()) raw = {};
  DistributedMesh mesh;
  std::array<GlobalIndex, 4> counts{raw.n_points(), raw.n_cells(), 0, raw.dimension};
  for (std::size_t m = 0; m < raw.markers.size(); ++m) {
    auto& marker = raw.markers[m];
    mesh.marker_names.push_back(marker.name);
    counts[2] += marker.n_facets();
    const GlobalIndex begin = static_cast<GlobalIndex>(mesh.facet_vertices.size());
    mesh.facet_vertices.insert(mesh.facet_vertices.end(), marker.facet_vertices.begin(),
                               marker.facet_vertices.end());
    for (GlobalIndex f = 1; f <= marker.n_facets(); ++f)
      mesh.facet_offsets.push_back(begin + marker.facet_offsets[f]);
    mesh.facet_marker.insert(mesh.facet_marker.end(), static_cast<std::size_t>(marker.n_facets()),
                             static_cast<std::int32_t>(m));
    marker = {};
  }
  comm::broadcast_value(comm, counts);
  broadcast_names(comm, mesh.marker_names);
  mesh.n_points = counts[0];
  mesh.n_cells = counts[1];
  mesh.n_facets = counts[2];
  mesh.dimension = static_cast<int>(counts[3]);
  mesh.notes = std::move(raw.notes);
  mesh.point_begin = range_begin(mesh.n_points, comm.size(), comm.rank());
  mesh.cell_begin = range_begin(mesh.n_cells, comm.size(), comm.rank());
  mesh.facet_begin = range_begin(mesh.n_facets, comm.size(), comm.rank());
  if (comm.size() == 1) {
    mesh.points = std::move(raw.points);
    mesh.cell_types = std::move(raw.cell_types);
    mesh.cell_vertices = std::move(raw.cell_vertices);
    mesh.cell_offsets = std::move(raw.cell_offsets);
    return mesh;
  }
  mesh.points = comm::scatter_from_root(comm, raw.points, range_sizes(mesh.n_points, comm.size()));
  raw.points = {};
  mesh.cell_types = comm::scatter_from_root(comm, raw.cell_types, range_sizes(mesh.n_cells, comm.size()));
  raw.cell_types = {};
  mesh.cell_vertices = std::move(raw.cell_vertices);
  mesh.cell_offsets = std::move(raw.cell_offsets);
  scatter_lists(comm, mesh.n_cells, mesh.cell_vertices, mesh.cell_offsets);
  mesh.facet_marker =
      comm::scatter_from_root(comm, mesh.facet_marker, range_sizes(mesh.n_facets, comm.size()));
  scatter_lists(comm, mesh.n_facets, mesh.facet_vertices, mesh.facet_offsets);
  return mesh;
}

RawMesh gather(const comm::Communicator& comm, const DistributedMesh& mesh) {
  const auto lengths_of = [](const std::vector<GlobalIndex>& offsets) {
    std::vector<GlobalIndex> lengths;
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) lengths.push_back(offsets[i + 1] - offsets[i]);
    return lengths;
  };
  RawMesh raw;
  raw.dimension = mesh.dimension;
  raw.points = comm::gather_to_root(comm, mesh.points);
  raw.cell_types = comm::gather_to_root(comm, mesh.cell_types);
  raw.cell_vertices = comm::gather_to_root(comm, mesh.cell_vertices);
  const auto cell_lengths = comm::gather_to_root(comm, lengths_of(mesh.cell_offsets));
  const auto facet_vertices = comm::gather_to_root(comm, mesh.facet_vertices);
  const auto facet_lengths = comm::gather_to_root(comm, lengths_of(mesh.facet_offsets));
  const auto facet_marker = comm::gather_to_root(comm, mesh.facet_marker);
  if (!comm.is_root()) return {};

  raw.notes = mesh.notes;
  for (const GlobalIndex length : cell_lengths) raw.cell_offsets.push_back(raw.cell_offsets.back() + length);
  raw.markers.resize(mesh.marker_names.size());
  for (std::size_t m = 0; m < raw.markers.size(); ++m) raw.markers[m].name = mesh.marker_names[m];
  auto vertex = facet_vertices.begin();
  for (std::size_t f = 0; f < facet_marker.size(); ++f) {
    auto& marker = raw.markers[facet_marker[f]];
    marker.facet_vertices.insert(marker.facet_vertices.end(), vertex, vertex + facet_lengths[f]);
    marker.facet_offsets.push_back(marker.facet_offsets.back() + facet_lengths[f]);
    vertex += facet_lengths[f];
  }
  return raw;
}

}  // namespace trireme::mesh
