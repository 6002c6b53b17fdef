// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/edge_plan.hpp"

#include <algorithm>

#include "fun3d/discretization/edge_order.hpp"
#include "solvers/simd/pack.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::flow {

namespace {

// Groups that are open at once: a vertex's edges go to as many, and the vertices of that many groups stay in
// the first-level cache.
constexpr LocalIndex grouping_window = 64;

// Edges between owned vertices and edges to ghosts.
struct Split {
  std::vector<VisitedEdge> interior, halo;
};

class Lists {
 public:
  Lists(const mesh::FlowMesh& mesh, EdgeOrder order) : mesh_(&mesh), order_(order) {
    if (order == EdgeOrder::as_read) places_ = places_as_read(mesh);
  }

  // written(edge): the ends of an edge to write; edges without are left out. numbers: ascending.
  template <class F>
  Split split(std::span<const LocalIndex> numbers, F&& written) const {
    Split lists;
    for (const LocalIndex edge : numbers) {
      const bool to_ghost = mesh_->edges[2 * static_cast<std::size_t>(edge) + 1] >= mesh_->n_owned;
      const std::uint8_t writes = written(edge);
      if (writes != 0) (to_ghost ? lists.halo : lists.interior).push_back({edge, writes});
    }
    if (!places_.empty()) {
      for (auto* list : {&lists.interior, &lists.halo}) {
        std::sort(list->begin(), list->end(), [&](const VisitedEdge& a, const VisitedEdge& b) {
          return places_[a.number] < places_[b.number];
        });
      }
    }
    return lists;
  }

  std::vector<VisitedEdge> in_groups(std::vector<VisitedEdge> list) const {
    if (order_ != EdgeOrder::grouped) return list;
    return grouped(list, mesh_->edges, mesh_->n_local(), simd::native_width<double>, grouping_window);
  }

 private:
  const mesh::FlowMesh* mesh_;
  EdgeOrder order_;
  std::vector<LocalIndex> places_;
};

}  // namespace

EdgePlan::EdgePlan(const mesh::FlowMesh& mesh, const mesh::ThreadEdges& assignment, GradientWeights weights,
                   const SymmetryPlan& symmetry, const PerformanceOptions& performance)
    : threads_(static_cast<std::size_t>(assignment.n_threads)),
      loop_{performance.simd, performance.prefetch},
      strategy_(performance.threads) {
  const EdgeSource source{mesh, symmetry, weights};
  const Lists lists(mesh, performance.edge_order);
  const auto fill = [&](int thread) {
    Thread& own = threads_[static_cast<std::size_t>(thread)];
    const auto vertices = assignment.vertices.of(thread);
    own.vertices.assign(vertices.begin(), vertices.end());
    Split split = lists.split(assignment.edges.of(thread), [&](LocalIndex edge) {
      const LocalIndex* end = &mesh.edges[2 * static_cast<std::size_t>(edge)];
      std::uint8_t written = assignment.vertex_thread[end[0]] == thread ? writes_first : 0;
      if (end[1] < mesh.n_owned && assignment.vertex_thread[end[1]] == thread) written |= writes_second;
      return written;
    });
    own.interior = EdgeArrays(source, lists.in_groups(std::move(split.interior)));
    own.halo = EdgeArrays(source, split.halo);
  };
  // Each thread fills its own lists, so that their pages lie in its memory.
  threads::parallel_region([&](int thread, int running) {
    for (int t = thread; t < assignment.n_threads; t += running) fill(t);
  });
  if (strategy_ == ThreadStrategy::owner) return;
  std::vector<LocalIndex> all(static_cast<std::size_t>(mesh.n_edges()));
  for (LocalIndex edge = 0; edge < mesh.n_edges(); ++edge) all[edge] = edge;
  const Split split = lists.split(all, [&](LocalIndex edge) -> std::uint8_t {
    return mesh.edges[2 * static_cast<std::size_t>(edge) + 1] < mesh.n_owned ? writes_first | writes_second
                                                                             : writes_first;
  });
  shared_interior_ = SharedEdges(source, split.interior, assignment.n_threads, loop_, strategy_);
  shared_halo_ = SharedEdges(source, split.halo, assignment.n_threads, loop_, strategy_);
}

}  // namespace trireme::flow
