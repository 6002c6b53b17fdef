// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/neighbour_plan.hpp"

#include <algorithm>
#include <numeric>

#include "solvers/threads/parallel_for.hpp"

namespace trireme::flow {

namespace {

// The edges at every owned vertex, ascending.
struct EdgesOfVertices {
  std::vector<LocalIndex> offsets, edges;
};

EdgesOfVertices edges_of_vertices(const mesh::FlowMesh& mesh) {
  EdgesOfVertices result;
  result.offsets.assign(static_cast<std::size_t>(mesh.n_owned) + 1, 0);
  for (const LocalIndex end : mesh.edges)
    if (end < mesh.n_owned) ++result.offsets[end + 1];
  std::partial_sum(result.offsets.begin(), result.offsets.end(), result.offsets.begin());
  result.edges.resize(static_cast<std::size_t>(result.offsets.back()));
  std::vector<LocalIndex> next(result.offsets.begin(), result.offsets.end() - 1);
  for (std::size_t e = 0; e < mesh.edges.size(); ++e)
    if (mesh.edges[e] < mesh.n_owned) result.edges[next[mesh.edges[e]]++] = static_cast<LocalIndex>(e / 2);
  return result;
}

}  // namespace

NeighbourPlan::NeighbourPlan(const EdgeSource& source, const mesh::ThreadEdges& assignment)
    : threads_(static_cast<std::size_t>(assignment.n_threads)),
      places_(static_cast<std::size_t>(source.mesh.n_local()) * 4) {
  const mesh::FlowMesh& mesh = source.mesh;
  threads::parallel_for(static_cast<std::size_t>(mesh.n_local()), [&](std::size_t vertex) {
    std::copy_n(&mesh.coordinates[3 * vertex], 3, &places_[4 * vertex]);
    places_[4 * vertex + 3] = 0.0;
  });
  const EdgesOfVertices around = edges_of_vertices(mesh);
  const auto fill = [&](int thread) {
    Thread& own = threads_[static_cast<std::size_t>(thread)];
    for (const LocalIndex vertex : assignment.vertices.of(thread)) {
      const std::span edges(around.edges.data() + around.offsets[vertex],
                            around.edges.data() + around.offsets[vertex + 1]);
      const bool on_rim = std::any_of(edges.begin(), edges.end(), [&](LocalIndex edge) {
        return mesh.edges[2 * static_cast<std::size_t>(edge) + 1] >= mesh.n_owned;
      });
      Lists& lists = on_rim ? own.rim : own.inner;
      lists.vertices.push_back(vertex);
      for (const LocalIndex edge : edges) {
        const LocalIndex* end = &mesh.edges[2 * static_cast<std::size_t>(edge)];
        lists.neighbours.push_back(end[0] == vertex ? end[1] : end[0]);
        if (source.has_weights()) lists.weights.push_back(edge_weight(source, edge));
      }
      lists.offsets.push_back(static_cast<LocalIndex>(lists.neighbours.size()));
    }
  };
  threads::parallel_region([&](int thread, int running) {
    for (int t = thread; t < assignment.n_threads; t += running) fill(t);
  });
}

}  // namespace trireme::flow
