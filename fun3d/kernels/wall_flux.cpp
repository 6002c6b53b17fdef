// SPDX-License-Identifier: Apache-2.0
#include "fun3d/kernels/wall_flux.hpp"

#include "fun3d/kernels/vertex_state.hpp"
#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

template <class E>
void wall_flux(const typename E::Parameters& parameters, const WallCorners& wall, LocalIndex begin,
               LocalIndex end, WallPressure form, const double* q, double* residual) {
  constexpr int N = E::n_unknowns;
  for (LocalIndex b = begin; b < end; ++b) {
    const LocalIndex vertex = wall.vertices[b];
    const double own = E::pressure(parameters, load_state<N>(q, vertex));
    for (LocalIndex corner = wall.offsets[b]; corner < wall.offsets[b + 1]; ++corner) {
      double pressure = own;
      if (form == WallPressure::linear) {
        const double second = E::pressure(parameters, load_state<N>(q, wall.others[2 * corner]));
        const double third = E::pressure(parameters, load_state<N>(q, wall.others[2 * corner + 1]));
        pressure = 0.75 * own + 0.125 * (second + third);
      }
      const double* area = wall.thirds.data() + 3 * static_cast<std::size_t>(corner);
      add_to<N>(residual, vertex, 1.0, E::wall_flux(parameters, pressure, {area[0], area[1], area[2]}));
    }
  }
}

template <class E>
void wall_flux_reference(const typename E::Parameters& parameters, LocalIndex n_owned,
                         std::span<const LocalIndex> facets, std::span<const double> facet_normals,
                         WallPressure form, const double* q, double* residual) {
  constexpr int N = E::n_unknowns;
  for (std::size_t facet = 0; facet < facets.size() / 3; ++facet) {
    double pressure[3];
    for (int corner = 0; corner < 3; ++corner) {
      pressure[corner] = E::pressure(parameters, load_state<N>(q, facets[3 * facet + corner]));
    }
    const double* area = &facet_normals[3 * facet];
    for (int corner = 0; corner < 3; ++corner) {
      if (facets[3 * facet + corner] >= n_owned) continue;
      const double linear =
          0.75 * pressure[corner] + 0.125 * (pressure[(corner + 1) % 3] + pressure[(corner + 2) % 3]);
      const double p = form == WallPressure::linear ? linear : pressure[corner];
      add_to<N>(residual, facets[3 * facet + corner], 1.0,
                E::wall_flux(parameters, p, {area[0] / 3.0, area[1] / 3.0, area[2] / 3.0}));
    }
  }
}

#define INSTANTIATE(E)                                                                                       \
  template void wall_flux<E>(const E::Parameters&, const WallCorners&, LocalIndex, LocalIndex, WallPressure, \
                             const double*, double*);                                                        \
  template void wall_flux_reference<E>(const E::Parameters&, LocalIndex, std::span<const LocalIndex>,        \
                                       std::span<const double>, WallPressure, const double*, double*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
