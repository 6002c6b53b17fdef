// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/fallback.hpp"

#include <algorithm>
#include <tuple>

#include "fun3d/discretization/for_each_thread.hpp"
#include "fun3d/kernels/edge_fallback.hpp"
#include "fun3d/physics/equation_sets.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::flow {

namespace {

void keep_worst(std::vector<FallbackVertex>& vertices, int n_worst) {
  std::sort(vertices.begin(), vertices.end(), [](const FallbackVertex& a, const FallbackVertex& b) {
    return std::tie(a.least_ratio, a.original_id) < std::tie(b.least_ratio, b.original_id);
  });
  if (vertices.size() > static_cast<std::size_t>(n_worst)) vertices.resize(static_cast<std::size_t>(n_worst));
}

}  // namespace

template <class E>
FallbackEdges count_fallback(const MeshPlan& plan, const double* state, const double* gradients) {
  const std::size_t n = static_cast<std::size_t>(plan.mesh().n_owned);
  FallbackEdges found{std::vector<LocalIndex>(n, 0), std::vector<double>(n, 1.0)};
  for_each_thread(plan.edges(), [&](int thread) {
    for (const EdgeList& edges : {plan.edges().interior(thread), plan.edges().halo(thread)})
      edge_fallback<E>(edges, state, gradients, found.counts.data(), found.least.data());
  });
  return found;
}

template <class E>
FallbackReport find_fallback(const comm::Communicator& comm, const MeshPlan& plan, const double* state,
                             const double* gradients, int n_worst) {
  const mesh::FlowMesh& mesh = plan.mesh();
  std::vector<FallbackVertex> found;
  if (gradients != nullptr) {
    const FallbackEdges edges = count_fallback<E>(plan, state, gradients);
    for (std::size_t i = 0; i < edges.counts.size(); ++i) {
      if (edges.counts[i] == 0) continue;
      const double* x = &mesh.coordinates[3 * i];
      found.push_back({mesh.original_id[i], {x[0], x[1], x[2]}, edges.counts[i], edges.least[i]});
    }
  }
  FallbackReport report;
  report.n_vertices = comm::all_sum(comm, static_cast<GlobalIndex>(found.size()));
  keep_worst(found, n_worst);
  report.worst = comm::all_gather(comm, found);
  keep_worst(report.worst, n_worst);
  return report;
}

#define INSTANTIATE(E)                                                                                \
  template FallbackEdges count_fallback<E>(const MeshPlan&, const double*, const double*);            \
  template FallbackReport find_fallback<E>(const comm::Communicator&, const MeshPlan&, const double*, \
                                           const double*, int);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
