// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/vertex_graph.hpp"

#include <algorithm>
#include <numeric>

#include "meshes/core/local_count.hpp"
#include "meshes/core/local_edges.hpp"
#include "meshes/partition/id_index.hpp"

namespace trireme::mesh {

std::vector<std::array<GlobalIndex, 2>> cell_edge_list(const DistributedMesh& mesh) {
  const IdIndex index(distinct_ids(mesh.cell_vertices));
  std::vector<LocalIndex> vertices(mesh.cell_vertices.size());
  std::transform(mesh.cell_vertices.begin(), mesh.cell_vertices.end(), vertices.begin(),
                 [&](GlobalIndex id) { return index.position(id); });
  local_count(mesh.cell_vertices.size(), "corners of cells");
  const std::vector<LocalIndex> offsets(mesh.cell_offsets.begin(), mesh.cell_offsets.end());
  const LocalEdges local =
      build_local_edges({mesh.cell_types, vertices, offsets}, static_cast<LocalIndex>(index.size()));
  std::vector<std::array<GlobalIndex, 2>> edges;
  edges.reserve(local.columns.size());
  for (std::size_t row = 0; row < index.size(); ++row) {
    for (LocalIndex k = local.row_offsets[row]; k < local.row_offsets[row + 1]; ++k) {
      edges.push_back({index.ids()[row], index.ids()[local.columns[k]]});
    }
  }
  return edges;
}

VertexGraph build_vertex_graph(const comm::Communicator& comm, const RangeDirectory& points,
                               std::vector<std::array<GlobalIndex, 2>>&& edges) {
  // Each direction of an edge goes to the holder of its first end.
  using Arc = std::array<GlobalIndex, 2>;
  std::vector<GlobalIndex> counts(static_cast<std::size_t>(comm.size()), 0);
  for (const auto& [a, b] : edges) {
    ++counts[points.holder(a)];
    ++counts[points.holder(b)];
  }
  std::vector<GlobalIndex> next(counts.size(), 0);
  std::exclusive_scan(counts.begin(), counts.end(), next.begin(), GlobalIndex{0});
  std::vector<Arc> arcs(2 * edges.size());
  for (const auto& [a, b] : edges) {
    arcs[next[points.holder(a)]++] = {a, b};
    arcs[next[points.holder(b)]++] = {b, a};
  }
  edges = {};
  if (comm.size() > 1) arcs = comm::all_to_all_v(comm, std::span<const Arc>(arcs), counts).values;

  VertexGraph graph;
  const auto n_rows = static_cast<std::size_t>(points.local_size());
  std::vector<GlobalIndex> begin(n_rows + 1, 0);
  for (const Arc& arc : arcs) ++begin[arc[0] - points.begin() + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<GlobalIndex> repeated(arcs.size());
  std::vector<GlobalIndex> place(begin.begin(), begin.end() - 1);
  for (const Arc& arc : arcs) repeated[place[arc[0] - points.begin()]++] = arc[1];
  arcs = {};

  graph.row_offsets.reserve(n_rows + 1);
  for (std::size_t row = 0; row < n_rows; ++row) {
    const auto first = repeated.begin() + begin[row], last = repeated.begin() + begin[row + 1];
    std::sort(first, last);
    graph.columns.insert(graph.columns.end(), first, std::unique(first, last));
    graph.row_offsets.push_back(static_cast<GlobalIndex>(graph.columns.size()));
  }
  return graph;
}

VertexGraph gather_graph(const comm::Communicator& comm, const VertexGraph& graph) {
  if (comm.size() == 1) return graph;
  std::vector<GlobalIndex> lengths(static_cast<std::size_t>(graph.n_rows()));
  for (std::size_t row = 0; row < lengths.size(); ++row)
    lengths[row] = graph.row_offsets[row + 1] - graph.row_offsets[row];
  const auto all_lengths = comm::gather_to_root(comm, lengths);
  VertexGraph whole;
  whole.columns = comm::gather_to_root(comm, graph.columns);
  whole.row_offsets.reserve(all_lengths.size() + 1);
  for (const GlobalIndex length : all_lengths) whole.row_offsets.push_back(whole.row_offsets.back() + length);
  return whole;
}

}  // namespace trireme::mesh
