// SPDX-License-Identifier: Apache-2.0
// build_flow_mesh from cells.
#include <algorithm>
#include <numeric>
#include <utility>

#include "meshes/core/dual_metrics.hpp"
#include "meshes/core/local_count.hpp"
#include "meshes/partition/build_flow_mesh.hpp"
#include "meshes/partition/finish_flow_mesh.hpp"
#include "meshes/partition/join_periodic.hpp"
#include "meshes/partition/partition_vertices.hpp"
#include "meshes/partition/unfold_records.hpp"
#include "meshes/partition/vertex_numbering.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/collective_guard.hpp"

namespace trireme::mesh {
namespace {

// A facet arrives in five words or more (see Records) and leaves at most four triangles of three values.
constexpr std::size_t values_of_facet_word = 3;

// Cells and facets become records, and the mesh's own arrays are freed.
Records take_cells(DistributedMesh& mesh) {
  Records records;
  records.words.reserve(mesh.cell_vertices.size() + mesh.cell_types.size());
  for (std::size_t c = 0; c < mesh.cell_types.size(); ++c) {
    const GlobalIndex begin = mesh.cell_offsets[c], end = mesh.cell_offsets[c + 1];
    records.add(std::span(mesh.cell_vertices).subspan(begin, end - begin),
                static_cast<GlobalIndex>(mesh.cell_types[c]));
  }
  mesh.cell_vertices = {};
  mesh.cell_offsets = {};
  mesh.cell_types = {};
  return records;
}

Records take_facets(DistributedMesh& mesh) {
  Records records;
  for (std::size_t f = 0; f < mesh.facet_marker.size(); ++f) {
    const GlobalIndex begin = mesh.facet_offsets[f], end = mesh.facet_offsets[f + 1];
    const GlobalIndex id = mesh.facet_begin + static_cast<GlobalIndex>(f);
    records.add(std::span(mesh.facet_vertices).subspan(begin, end - begin), mesh.facet_marker[f], {&id, 1});
  }
  mesh.facet_vertices = {};
  mesh.facet_offsets = {};
  mesh.facet_marker = {};
  return records;
}

// The mesh's edges by vertex ids, without those from a vertex to its own image.
std::vector<std::array<GlobalIndex, 2>> edges_by_id(const DistributedMesh& mesh, const ImageKeys& keys) {
  auto edges = cell_edge_list(mesh);
  if (!keys.any_periods()) return edges;
  for (auto& [a, b] : edges) {
    a = keys.id(a);
    b = keys.id(b);
  }
  std::erase_if(edges, [](const auto& edge) { return edge[0] == edge[1]; });
  return edges;
}

// A record that unfold_records has moved has a word more than the others.
bool is_moved(std::span<const GlobalIndex> extra, std::size_t usual_words) {
  return extra.size() > usual_words;
}

// Every cell that touches an owned vertex, by local vertex numbers.
struct TouchingCells {
  std::vector<CellType> types;
  std::vector<LocalIndex> vertices;
  std::vector<LocalIndex> offsets = {0};
  std::vector<bool> moved;  // displaced by periods
  LocalCells view() const { return {types, vertices, offsets}; }
};

template <class Number>
TouchingCells localize(const Records& cells, const Number& local_number) {
  TouchingCells local;
  local_count(cells.words.size(), "corners of cells");  // a few more words than corners
  cells.for_each(
      [&](GlobalIndex type, std::span<const GlobalIndex> vertices, std::span<const GlobalIndex> extra) {
        local.types.push_back(static_cast<CellType>(type));
        local.moved.push_back(is_moved(extra, 0));
        for (const GlobalIndex id : vertices) local.vertices.push_back(local_number(id));
        local.offsets.push_back(static_cast<LocalIndex>(local.vertices.size()));
      });
  return local;
}

// Edges between owned vertices by position in owned_ids.
std::vector<std::array<LocalIndex, 2>> owned_edges(const Records& cells,
                                                   const std::vector<GlobalIndex>& owned_ids) {
  const IdIndex owned(owned_ids);
  const auto n_owned = static_cast<LocalIndex>(owned_ids.size());
  // Foreign vertices all become n_owned; the pairs they make are dropped.
  const TouchingCells local = localize(cells, [&](GlobalIndex id) {
    const LocalIndex at = owned.position(id);
    return at < 0 ? n_owned : at;
  });
  const LocalEdges edges = build_local_edges(local.view(), n_owned);
  std::vector<std::array<LocalIndex, 2>> pairs;
  pairs.reserve(edges.columns.size());
  for (LocalIndex row = 0; row < n_owned; ++row) {
    for (LocalIndex k = edges.row_offsets[row]; k < edges.row_offsets[row + 1]; ++k) {
      if (edges.columns[k] < n_owned) pairs.push_back({row, edges.columns[k]});
    }
  }
  return pairs;
}

void set_metrics(FlowMesh& mesh, const TouchingCells& cells, const LocalEdges& edges) {
  DualMetrics metrics = compute_dual_metrics(cells.view(), mesh.coordinates, edges);
  mesh.edges.reserve(2 * edges.columns.size());
  for (LocalIndex row = 0; row < mesh.n_owned; ++row) {
    for (LocalIndex k = edges.row_offsets[row]; k < edges.row_offsets[row + 1]; ++k) {
      mesh.edges.push_back(row);
      mesh.edges.push_back(edges.columns[k]);
    }
  }
  mesh.edge_normals = std::move(metrics.edge_normals);
  mesh.volumes = std::move(metrics.volumes);
}

// A facet is a face of a cell, so its rim consists of edges. Each rim edge is looked at where an end is
// owned, so every rank count refuses the same meshes.
void check_rim(const FlowMesh& mesh, const LocalEdges& edges, std::span<const LocalIndex> rim,
               const std::string& marker) {
  for (std::size_t i = 0; i < rim.size(); ++i) {
    const LocalIndex a = rim[i], b = rim[(i + 1) % rim.size()];
    const LocalIndex first = std::min(a, b), second = std::max(a, b);
    if (first >= mesh.n_owned || edges.position(first, second) >= 0) continue;
    throw Error(
        ErrorKind::input,
        "a facet of marker " + marker + " joins " + place_text(mesh, a) + " to " + place_text(mesh, b),
        "no cell does", "mark faces of cells only, or write the mesh again");
  }
}

// What is one thing of the file (a cell, a facet in its own place) is kept by the owner of its first vertex
// that is not displaced; one without such a vertex was sent to one rank only.
class Keeper {
 public:
  Keeper(const ImageKeys& keys, std::span<const GlobalIndex> key_of_vertex, LocalIndex n_owned)
      : keys_(keys), key_of_vertex_(key_of_vertex), n_owned_(n_owned) {}

  // The lists are looked through in turn.
  bool keeps(std::initializer_list<std::span<const LocalIndex>> lists) const {
    for (const auto vertices : lists) {
      for (const LocalIndex v : vertices)
        if (keys_.is_home(key_of_vertex_[static_cast<std::size_t>(v)])) return v < n_owned_;
    }
    return true;
  }

 private:
  const ImageKeys& keys_;
  std::span<const GlobalIndex> key_of_vertex_;
  LocalIndex n_owned_;
};

void set_facets(FlowMesh& mesh, const Records& facets, const LocalNumbers& local_number,
                const LocalEdges& edges, const Keeper& keeper) {
  local_count(facets.words.size(), "facets", values_of_facet_word);
  facets.for_each(
      [&](GlobalIndex marker, std::span<const GlobalIndex> ids, std::span<const GlobalIndex> extra) {
        std::array<LocalIndex, 4> vertex{};
        std::array<Point, 4> corner{};
        for (std::size_t i = 0; i < ids.size(); ++i) {
          vertex[i] = local_number(ids[i]);
          for (int d = 0; d < 3; ++d)
            corner[i][d] = mesh.coordinates[3 * static_cast<std::size_t>(vertex[i]) + d];
        }
        const std::span<const LocalIndex> rim = std::span(vertex).first(ids.size());
        check_rim(mesh, edges, rim, mesh.marker_names[marker]);
        std::array<FacetTriangle, 4> triangles;
        const int n = split_boundary_facet(std::span(corner).first(ids.size()), triangles);
        for (int t = 0; t < n; ++t) {
          const auto& at = triangles[t].corners;
          const std::array corners{vertex[at[0]], vertex[at[1]], vertex[at[2]]};
          const bool integrated = !is_moved(extra, 1) && keeper.keeps({corners, rim});
          add_facet(mesh, corners, triangles[t].area, static_cast<std::int32_t>(marker), 4 * extra[0] + t,
                    integrated ? FacetUse::integrated : FacetUse::seen);
        }
      });
}

void set_output_cells(FlowMesh& mesh, const TouchingCells& cells, const Keeper& keeper) {
  for (std::size_t c = 0; c < cells.types.size(); ++c) {
    const auto vertices = std::span(cells.vertices)
                              .subspan(static_cast<std::size_t>(cells.offsets[c]),
                                       static_cast<std::size_t>(cells.offsets[c + 1] - cells.offsets[c]));
    if (cells.moved[c] || !keeper.keeps({vertices})) continue;
    mesh.cell_types.push_back(cells.types[c]);
    mesh.cell_vertices.insert(mesh.cell_vertices.end(), vertices.begin(), vertices.end());
    mesh.cell_offsets.push_back(static_cast<LocalIndex>(mesh.cell_vertices.size()));
  }
}

}  // namespace

FlowMesh build_flow_mesh(const comm::Communicator& comm, DistributedMesh&& mesh,
                         const PartitionOptions& options) {
  const ImageKeys keys = join_periodic(comm, mesh, options.periodic);
  FlowMesh flow;
  flow.dimension = mesh.dimension;
  flow.periods = keys.basis();
  flow.marker_names = std::move(mesh.marker_names);
  const RangeDirectory points(comm, static_cast<GlobalIndex>(mesh.points.size()));

  // Who owns what.
  std::vector<int> parts(mesh.points.size(), 0);
  const comm::CollectiveGuard guard(comm);
  if (comm.size() > 1) {
    auto edges = guard.run([&] { return edges_by_id(mesh, keys); });
    const VertexGraph graph = build_vertex_graph(comm, points, std::move(edges));
    parts = partition_vertices(comm, points, graph, comm.size(), options.partitioner, flow.notes);
  }

  // Cells and facets go to all owners of their vertices.
  const Records facets = send_to_owners(comm, points, keys, parts, unfold_records(keys, take_facets(mesh)));
  Records cells = send_to_owners(comm, points, keys, parts, unfold_records(keys, take_cells(mesh)));
  std::vector<GlobalIndex> owned = owned_ids(comm, points, parts);
  parts = {};

  // New numbers.
  if (options.ordering != Ordering::natural)
    guard.run([&] { owned = order_owned(owned, owned_edges(cells, owned), options.ordering); });
  // Facets touch what cells touch, unless the mesh is damaged; then their vertices need numbers all the same.
  std::vector<GlobalIndex> touched;
  for (const Records* records : {&std::as_const(cells), &facets}) {
    records->for_each([&](GlobalIndex, std::span<const GlobalIndex> vertices, auto) {
      touched.insert(touched.end(), vertices.begin(), vertices.end());
    });
  }
  const auto key_of_vertex = number_vertices(comm, points, keys, mesh.points, std::move(owned),
                                             distinct_ids(std::move(touched)), flow);
  mesh.points = {};

  // Local cells and facets, and their metrics.
  guard.run([&] {
    const LocalNumbers local_number(key_of_vertex);
    const Keeper keeper(keys, key_of_vertex, flow.n_owned);
    const TouchingCells local = localize(cells, local_number);
    cells = {};
    const LocalEdges edges = build_local_edges(local.view(), flow.n_owned);
    set_metrics(flow, local, edges);
    set_facets(flow, facets, local_number, edges, keeper);
    set_output_cells(flow, local, keeper);
  });
  finish_flow_mesh(comm, flow);
  return flow;
}

}  // namespace trireme::mesh
