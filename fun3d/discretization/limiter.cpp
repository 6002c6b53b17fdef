// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/limiter.hpp"

#include <algorithm>

#include "fun3d/discretization/for_each_thread.hpp"
#include "fun3d/discretization/vertex_spacing.hpp"
#include "fun3d/kernels/edge_extrema.hpp"
#include "fun3d/kernels/edge_limiter.hpp"
#include "fun3d/kernels/mirrored_stencil.hpp"
#include "fun3d/physics/equation_sets.hpp"
#include "solvers/base/assert.hpp"

namespace trireme::flow {

template <class E>
Limiter<E>::Limiter(const comm::Communicator& comm, const MeshPlan& plan, const LimiterOptions& options)
    : plan_(&plan), kind_(options.type) {
  const mesh::FlowMesh& mesh = plan.mesh();
  const std::size_t size = static_cast<std::size_t>(mesh.n_local()) * E::n_unknowns;
  minima_.assign(size, 0.0);
  maxima_.assign(size, 0.0);
  phi_.assign(size, 1.0);
  epsilon_squared_ = vertex_spacing(comm, mesh, plan.symmetry());
  for (double& value : epsilon_squared_) {
    const double spared = options.venkatakrishnan_constant * value / options.reference_length;
    value = spared * spared * spared;
  }
  epsilon_squared_.resize(static_cast<std::size_t>(mesh.n_local()), 0.0);
}

template <class E>
void Limiter<E>::update(const double* q, const double* gradients) {
  constexpr int N = E::n_unknowns;
  const EdgePlan& edges = plan_->edges();
  for_each_thread(edges, [&](int thread) {
    for (const LocalIndex vertex : edges.vertices(thread)) {
      const std::size_t row = static_cast<std::size_t>(vertex) * N;
      std::copy_n(q + row, N, &minima_[row]);
      std::copy_n(q + row, N, &maxima_[row]);
    }
    fill_rows<N>(edges.vertices(thread), phi_.data(), 1.0);
    edge_extrema<E>(edges.interior(thread), q, minima_.data(), maxima_.data());
    edge_extrema<E>(edges.halo(thread), q, minima_.data(), maxima_.data());
  });
  const MirroredVertices mirrored = plan_->symmetry().vertices();
  threads::parallel_for_range(mirrored.size(), [&](LocalIndex begin, LocalIndex end) {
    mirror_extrema<E>(mirrored, begin, end, minima_.data(), maxima_.data());
  });
  const LimiterFields fields{q, gradients, minima_.data(), maxima_.data(), epsilon_squared_.data()};
  for_each_thread(edges, [&](int thread) {
    edge_limiter<E>(kind_, edges.interior(thread), fields, phi_.data());
    edge_limiter<E>(kind_, edges.halo(thread), fields, phi_.data());
  });
}

template <class E>
void Limiter<E>::apply(double* gradients) const {
  const EdgePlan& edges = plan_->edges();
  for_each_thread(edges,
                  [&](int thread) { scale_gradients<E>(edges.vertices(thread), phi_.data(), gradients); });
  // Factors of single components turn a gradient out of a plane that is not across x, y or z.
  const MirroredVertices mirrored = plan_->symmetry().vertices();
  threads::parallel_for_range(mirrored.size(), [&](LocalIndex begin, LocalIndex end) {
    mirror_gradients<E>(mirrored, begin, end, gradients);
  });
}

template <class E>
void Limiter<E>::restore(std::span<const double> values) {
  TRIREME_EXPECT(values.size() == this->values().size());
  std::copy(values.begin(), values.end(), phi_.begin());
}

#define INSTANTIATE(E) template class Limiter<E>;
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
