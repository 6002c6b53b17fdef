// SPDX-License-Identifier: Apache-2.0
// build_flow_mesh from edges with given metrics.
#include <algorithm>
#include <bit>
#include <numeric>

#include "meshes/core/local_count.hpp"
#include "meshes/core/name_list.hpp"
#include "meshes/partition/build_flow_mesh.hpp"
#include "meshes/partition/finish_flow_mesh.hpp"
#include "meshes/partition/partition_vertices.hpp"
#include "meshes/partition/vertex_numbering.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/collective_guard.hpp"

namespace trireme::mesh {
namespace {

// As for edges of cells (core/local_edges).
constexpr std::size_t values_of_edge = 6;

std::array<GlobalIndex, 3> bits_of(const Point& value) {
  return {std::bit_cast<GlobalIndex>(value[0]), std::bit_cast<GlobalIndex>(value[1]),
          std::bit_cast<GlobalIndex>(value[2])};
}

Point point_of(std::span<const GlobalIndex> bits) {
  return {std::bit_cast<double>(bits[0]), std::bit_cast<double>(bits[1]), std::bit_cast<double>(bits[2])};
}

Records edge_records(const RawDual& dual) {
  Records records;
  records.words.reserve(6 * dual.edges.size());
  for (std::size_t e = 0; e < dual.edges.size(); ++e)
    records.add(dual.edges[e], 0, bits_of(dual.edge_normals[e]));
  return records;
}

Records facet_records(const RawDual& dual) {
  Records records;
  GlobalIndex id = 0;
  for (std::size_t m = 0; m < dual.markers.size(); ++m) {
    const auto& marker = dual.markers[m];
    for (std::size_t f = 0; f < marker.facets.size(); ++f) {
      const auto bits = bits_of(marker.facet_normals[f]);
      const std::array<GlobalIndex, 4> extra{bits[0], bits[1], bits[2], 4 * id++};
      records.add(marker.facets[f], static_cast<GlobalIndex>(m), extra);
    }
  }
  return records;
}

// Edges in ascending order of their ends, each pointing from the smaller to the larger.
void set_edges(FlowMesh& mesh, const Records& records, const LocalNumbers& local_number) {
  struct Edge {
    LocalIndex first, second;
    Point normal;
  };
  std::vector<Edge> edges;
  records.for_each([&](GlobalIndex, std::span<const GlobalIndex> ids, std::span<const GlobalIndex> bits) {
    const LocalIndex a = local_number(ids[0]), b = local_number(ids[1]);
    const Point normal = point_of(bits);
    edges.push_back(a < b ? Edge{a, b, normal} : Edge{b, a, scaled(-1, normal)});
  });
  local_count(edges.size(), "edges", values_of_edge);
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return a.first != b.first ? a.first < b.first : a.second < b.second;
  });
  for (const Edge& edge : edges) {
    mesh.edges.insert(mesh.edges.end(), {edge.first, edge.second});
    mesh.edge_normals.insert(mesh.edge_normals.end(), edge.normal.begin(), edge.normal.end());
  }
}

std::vector<std::array<LocalIndex, 2>> dual_edges_of_owned(const Records& edges,
                                                           const std::vector<GlobalIndex>& owned_ids) {
  const IdIndex owned(owned_ids);
  std::vector<std::array<LocalIndex, 2>> pairs;
  edges.for_each([&](GlobalIndex, std::span<const GlobalIndex> ids, auto) {
    const LocalIndex a = owned.position(ids[0]), b = owned.position(ids[1]);
    if (a >= 0 && b >= 0) pairs.push_back({a, b});
  });
  local_count(pairs.size(), "edges", values_of_edge);
  return pairs;
}

}  // namespace

FlowMesh build_flow_mesh(const comm::Communicator& comm, RawDual&& dual, const PartitionOptions& options) {
  if (!options.periodic.empty()) {
    throw Error(ErrorKind::input, "mesh.periodic needs a mesh with cells",
                "the file holds edges with their metrics only", "use a format with cells");
  }
  if (!comm.is_root()) dual = {};
  const comm::CollectiveGuard guard(comm);
  GlobalIndex n_points = dual.n_points();
  comm::broadcast_value(comm, n_points);
  const std::vector<GlobalIndex> sizes = range_sizes(n_points, comm.size());
  FlowMesh flow;
  for (const auto& marker : dual.markers) flow.marker_names.push_back(marker.name);
  broadcast_names(comm, flow.marker_names);
  const std::vector<Point> held_points = comm::scatter_from_root(comm, dual.points, sizes);
  const std::vector<double> held_volumes = comm::scatter_from_root(comm, dual.volumes, sizes);
  const RangeDirectory points(comm, static_cast<GlobalIndex>(held_points.size()));

  std::vector<int> parts(held_points.size(), 0);
  if (comm.size() > 1) {
    const VertexGraph graph = build_vertex_graph(comm, points, std::vector(dual.edges));
    parts = partition_vertices(comm, points, graph, comm.size(), options.partitioner, flow.notes);
  }
  const ImageKeys keys(points.total());
  const Records facets = send_to_owners(comm, points, keys, parts, facet_records(dual));
  const Records edges = send_to_owners(comm, points, keys, parts, edge_records(dual));
  dual = {};

  std::vector<GlobalIndex> owned = owned_ids(comm, points, parts);
  if (options.ordering != Ordering::natural)
    guard.run([&] { owned = order_owned(owned, dual_edges_of_owned(edges, owned), options.ordering); });
  std::vector<GlobalIndex> touched;
  for (const Records* records : {&edges, &facets}) {
    records->for_each([&](GlobalIndex, std::span<const GlobalIndex> vertices, auto) {
      touched.insert(touched.end(), vertices.begin(), vertices.end());
    });
  }
  const LocalNumbers local_number(number_vertices(comm, points, keys, held_points, std::move(owned),
                                                  distinct_ids(std::move(touched)), flow));
  guard.run([&] { set_edges(flow, edges, local_number); });
  guard.run([&] { local_count(facets.words.size(), "facets"); });  // eight words give three values
  facets.for_each(
      [&](GlobalIndex marker, std::span<const GlobalIndex> ids, std::span<const GlobalIndex> extra) {
        const LocalIndex first = local_number(ids[0]);
        add_facet(flow, {first, local_number(ids[1]), local_number(ids[2])}, point_of(extra),
                  static_cast<std::int32_t>(marker), extra[3],
                  first < flow.n_owned ? FacetUse::integrated : FacetUse::seen);
      });
  std::vector<GlobalIndex> ascending(flow.original_id.begin(), flow.original_id.begin() + flow.n_owned);
  std::sort(ascending.begin(), ascending.end());
  const std::vector<double> volumes =
      points.look_up(std::span(held_volumes), std::span<const GlobalIndex>(ascending));
  flow.volumes.resize(static_cast<std::size_t>(flow.n_owned));
  for (std::size_t k = 0; k < ascending.size(); ++k) flow.volumes[local_number(ascending[k])] = volumes[k];
  finish_flow_mesh(comm, flow);
  return flow;
}

}  // namespace trireme::mesh
