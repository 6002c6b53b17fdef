// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/scheme_fields.hpp"

#include <algorithm>

#include "fun3d/discretization/fallback.hpp"
#include "fun3d/discretization/vertex_field.hpp"
#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

namespace {

// [n_owned, 2]: limiter, first-order edges.
template <class E>
std::vector<double> owned_values(const Residual<E>& residual) {
  const mesh::FlowMesh& mesh = residual.plan().mesh();
  const auto n = static_cast<std::size_t>(mesh.n_owned);
  std::vector<double> values(2 * n, 0.0);
  if (residual.order() == Order::first) {
    for (const LocalIndex end : mesh.edges) {
      if (end < mesh.n_owned) values[2 * static_cast<std::size_t>(end) + 1] += 1;
    }
    return values;
  }
  const std::span<const double> limiter = residual.limiter();
  const FallbackEdges edges =
      count_fallback<E>(residual.plan(), residual.local_state(), residual.gradients());
  for (std::size_t i = 0; i < n; ++i) {
    const auto own = limiter.empty() ? limiter : limiter.subspan(i * E::n_unknowns, E::n_unknowns);
    values[2 * i] = own.empty() ? 1.0 : *std::min_element(own.begin(), own.end());
    values[2 * i + 1] = edges.counts[i];
  }
  return values;
}

}  // namespace

template <class E>
SchemeFields scheme_fields(const comm::Communicator& comm, Residual<E>& residual,
                           std::span<const double> state) {
  std::vector<double> ignored(state.size());
  residual.evaluate(state, ignored);
  VertexField values(comm, residual.plan().mesh().halo, 2);
  values.load(owned_values(residual)).finish();
  SchemeFields fields;
  for (LocalIndex vertex = 0; vertex < residual.plan().mesh().n_local(); ++vertex) {
    const double* at = values.data() + 2 * static_cast<std::size_t>(vertex);
    fields.limiter.push_back(at[0]);
    fields.first_order_edges.push_back(at[1]);
  }
  return fields;
}

#define INSTANTIATE(E) \
  template SchemeFields scheme_fields<E>(const comm::Communicator&, Residual<E>&, std::span<const double>);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
