// SPDX-License-Identifier: Apache-2.0
#include "fun3d/kernels/open_flux.hpp"

#include <cmath>

#include "fun3d/kernels/vertex_state.hpp"
#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

template <class E>
void open_flux(const typename E::Parameters& parameters, const BoundaryCondition& condition,
               const LumpedVertices& boundary, LocalIndex begin, LocalIndex end, const double* q,
               double* residual) {
  constexpr int N = E::n_unknowns;
  for (LocalIndex b = begin; b < end; ++b) {
    const LocalIndex vertex = boundary.vertices[b];
    const double* normal = boundary.normals.data() + 4 * static_cast<std::size_t>(b);
    const State<N> flux =
        E::open_flux(parameters, condition, load_state<N>(q, vertex), {normal[0], normal[1], normal[2]});
    add_to<N>(residual, vertex, normal[3], flux);
  }
}

template <class E>
void open_flux_reference(const typename E::Parameters& parameters, const BoundaryCondition& condition,
                         LocalIndex n_owned, std::span<const LocalIndex> facets,
                         std::span<const double> facet_normals, std::span<double> scratch, const double* q,
                         double* residual) {
  constexpr int N = E::n_unknowns;
  for (double& value : scratch) value = 0.0;
  for (std::size_t i = 0; i < facets.size(); ++i) {
    if (facets[i] >= n_owned) continue;
    for (int d = 0; d < 3; ++d) scratch[3 * facets[i] + d] += facet_normals[3 * (i / 3) + d] / 3.0;
  }
  for (LocalIndex vertex = 0; vertex < n_owned; ++vertex) {
    const double* a = &scratch[3 * static_cast<std::size_t>(vertex)];
    const double area = std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    if (area == 0.0) continue;
    add_to<N>(residual, vertex, area,
              E::open_flux(parameters, condition, load_state<N>(q, vertex),
                           {a[0] / area, a[1] / area, a[2] / area}));
  }
}

#define INSTANTIATE(E)                                                                              \
  template void open_flux<E>(const E::Parameters&, const BoundaryCondition&, const LumpedVertices&, \
                             LocalIndex, LocalIndex, const double*, double*);                       \
  template void open_flux_reference<E>(const E::Parameters&, const BoundaryCondition&, LocalIndex,  \
                                       std::span<const LocalIndex>, std::span<const double>,        \
                                       std::span<double>, const double*, double*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
