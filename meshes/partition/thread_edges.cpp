// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/thread_edges.hpp"

#include <algorithm>
#include <numeric>

#include "meshes/partition/metis_partition.hpp"

namespace trireme::mesh {
namespace {

// The graph of owned vertices in compressed rows.
struct OwnedGraph {
  std::vector<GlobalIndex> row_offsets, columns;
};

OwnedGraph owned_graph(const FlowMesh& mesh) {
  OwnedGraph graph;
  graph.row_offsets.assign(static_cast<std::size_t>(mesh.n_owned) + 1, 0);
  const auto for_each_edge = [&](auto&& visit) {
    for (std::size_t e = 0; e < mesh.edges.size(); e += 2) {
      if (mesh.edges[e] < mesh.n_owned && mesh.edges[e + 1] < mesh.n_owned)
        visit(mesh.edges[e], mesh.edges[e + 1]);
    }
  };
  for_each_edge([&](LocalIndex a, LocalIndex b) {
    ++graph.row_offsets[a + 1];
    ++graph.row_offsets[b + 1];
  });
  std::partial_sum(graph.row_offsets.begin(), graph.row_offsets.end(), graph.row_offsets.begin());
  graph.columns.resize(static_cast<std::size_t>(graph.row_offsets.back()));
  std::vector<GlobalIndex> next(graph.row_offsets.begin(), graph.row_offsets.end() - 1);
  for_each_edge([&](LocalIndex a, LocalIndex b) {
    graph.columns[next[a]++] = b;
    graph.columns[next[b]++] = a;
  });
  return graph;
}

}  // namespace

ThreadItems items_of_threads(std::span<const LocalIndex> item_vertices, int arity,
                             std::span<const std::int32_t> vertex_thread, int n_threads) {
  // Visits item, thread once for each distinct thread among the item's vertices.
  const auto for_each_visit = [&](auto&& visit) {
    const std::size_t n_items = item_vertices.size() / static_cast<std::size_t>(arity);
    for (std::size_t item = 0; item < n_items; ++item) {
      const LocalIndex* vertex = item_vertices.data() + item * static_cast<std::size_t>(arity);
      for (int i = 0; i < arity; ++i) {
        const std::int32_t thread = vertex_thread[vertex[i]];
        const auto earlier = [&](LocalIndex v) { return vertex_thread[v] == thread; };
        if (thread >= 0 && std::none_of(vertex, vertex + i, earlier))
          visit(static_cast<LocalIndex>(item), thread);
      }
    }
  };
  ThreadItems lists;
  lists.offsets.assign(static_cast<std::size_t>(n_threads) + 1, 0);
  for_each_visit([&](LocalIndex, std::int32_t thread) { ++lists.offsets[thread + 1]; });
  std::partial_sum(lists.offsets.begin(), lists.offsets.end(), lists.offsets.begin());
  lists.items.resize(static_cast<std::size_t>(lists.offsets.back()));
  std::vector<LocalIndex> next(lists.offsets.begin(), lists.offsets.end() - 1);
  for_each_visit([&](LocalIndex item, std::int32_t thread) { lists.items[next[thread]++] = item; });
  return lists;
}

ThreadEdges build_thread_edges(const FlowMesh& mesh, int n_threads) {
  ThreadEdges result;
  result.n_threads = n_threads;
  result.vertex_thread.assign(static_cast<std::size_t>(mesh.n_local()), -1);
  if (n_threads == 1) {
    std::fill_n(result.vertex_thread.begin(), mesh.n_owned, 0);
  } else {
    const OwnedGraph graph = owned_graph(mesh);
    const std::vector<int> parts = metis_partition(graph.row_offsets, graph.columns, n_threads).parts;
    std::copy(parts.begin(), parts.end(), result.vertex_thread.begin());
  }
  std::vector<LocalIndex> owned(static_cast<std::size_t>(mesh.n_owned));
  std::iota(owned.begin(), owned.end(), 0);
  result.vertices = items_of_threads(owned, 1, result.vertex_thread, n_threads);
  result.edges = items_of_threads(mesh.edges, 2, result.vertex_thread, n_threads);
  return result;
}

}  // namespace trireme::mesh
