// SPDX-License-Identifier: Apache-2.0
#include "meshes/write/own_hdf5.hpp"

#include "meshes/core/name_list.hpp"
#include "meshes/core/own_format.hpp"
#include "solvers/comm/broadcast.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/io/hdf5_file.hpp"

namespace trireme::mesh {
namespace {

io::Hdf5File create(const comm::Communicator& comm, const std::string& path, const char* kind, int dimension,
                    const std::string& names) {
  io::Hdf5File file = io::Hdf5File::create(path, comm);
  file.write_attribute("/", own_format::name, std::string(own_format::name_value));
  file.write_attribute("/", own_format::version, own_format::current_version);
  file.write_attribute("/", own_format::kind, std::string(kind));
  file.write_attribute("/", own_format::dimension, std::int64_t{dimension});
  file.write_attribute("/", own_format::marker_names, names);
  return file;
}

std::span<const double> components(const std::vector<Point>& points) {
  return {points.empty() ? nullptr : points.front().data(), 3 * points.size()};
}

// Offsets become those of the whole; the last rank adds the end.
void write_lists(const comm::Communicator& comm, io::Hdf5File& file, const char* offsets_name,
                 const char* vertices_name, const std::vector<GlobalIndex>& offsets,
                 const std::vector<GlobalIndex>& vertices, GlobalIndex begin, GlobalIndex total) {
  const auto n_here = static_cast<GlobalIndex>(vertices.size());
  const GlobalIndex first = comm::exclusive_scan_sum(comm, n_here);
  std::vector<GlobalIndex> global_offsets(offsets.begin(), offsets.end() - 1);
  if (comm.rank() == comm.size() - 1) global_offsets.push_back(offsets.back());
  for (GlobalIndex& offset : global_offsets) offset += first;
  file.write_rows(offsets_name, global_offsets, 1, begin, total + 1);
  file.write_rows(vertices_name, vertices, 1, first, comm::all_sum(comm, n_here));
}

}  // namespace

void write_own_hdf5(const comm::Communicator& comm, const std::string& path, const DistributedMesh& mesh) {
  io::Hdf5File file =
      create(comm, path, own_format::kind_cells, mesh.dimension, join_names(mesh.marker_names));
  file.write_rows("points", components(mesh.points), 3, mesh.point_begin, mesh.n_points);
  const std::span types(reinterpret_cast<const std::uint8_t*>(mesh.cell_types.data()),
                        mesh.cell_types.size());
  file.write_rows("cell_types", types, 1, mesh.cell_begin, mesh.n_cells);
  write_lists(comm, file, "cell_offsets", "cell_vertices", mesh.cell_offsets, mesh.cell_vertices,
              mesh.cell_begin, mesh.n_cells);
  file.write_rows("facet_marker", mesh.facet_marker, 1, mesh.facet_begin, mesh.n_facets);
  write_lists(comm, file, "facet_offsets", "facet_vertices", mesh.facet_offsets, mesh.facet_vertices,
              mesh.facet_begin, mesh.n_facets);
  file.close();
}

void write_own_hdf5(const comm::Communicator& comm, const std::string& path, const RawDual& dual_on_root) {
  const RawDual nothing;
  const RawDual& dual = comm.is_root() ? dual_on_root : nothing;
  std::vector<std::string> names;
  std::vector<GlobalIndex> edges, facets;
  std::vector<Point> facet_normals;
  std::vector<std::int32_t> facet_marker;
  for (const auto& edge : dual.edges) edges.insert(edges.end(), edge.begin(), edge.end());
  for (std::size_t m = 0; m < dual.markers.size(); ++m) {
    const auto& marker = dual.markers[m];
    names.push_back(marker.name);
    for (const auto& facet : marker.facets) facets.insert(facets.end(), facet.begin(), facet.end());
    facet_normals.insert(facet_normals.end(), marker.facet_normals.begin(), marker.facet_normals.end());
    facet_marker.resize(facet_normals.size(), static_cast<std::int32_t>(m));
  }
  broadcast_names(comm, names);
  std::array<GlobalIndex, 3> n{dual.n_points(), dual.n_edges(),
                               static_cast<GlobalIndex>(facet_marker.size())};
  comm::broadcast_value(comm, n);

  io::Hdf5File file = create(comm, path, own_format::kind_dual, 3, join_names(names));
  file.write_rows("points", components(dual.points), 3, 0, n[0]);
  file.write_rows("volumes", dual.volumes, 1, 0, n[0]);
  file.write_rows("edges", edges, 2, 0, n[1]);
  file.write_rows("edge_normals", components(dual.edge_normals), 3, 0, n[1]);
  file.write_rows("facets", facets, 3, 0, n[2]);
  file.write_rows("facet_normals", components(facet_normals), 3, 0, n[2]);
  file.write_rows("facet_marker", facet_marker, 1, 0, n[2]);
  file.close();
}

}  // namespace trireme::mesh
