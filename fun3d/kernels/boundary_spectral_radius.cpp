// SPDX-License-Identifier: Apache-2.0
#include "fun3d/kernels/boundary_spectral_radius.hpp"

#include <cmath>
#include <cstddef>

#include "fun3d/kernels/vertex_state.hpp"
#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

template <class E>
void boundary_spectral_radius(const typename E::Parameters& parameters, WaveDirections directions,
                              const LumpedVertices& boundary, LocalIndex begin, LocalIndex end,
                              const double* q, double* sums) {
  constexpr int N = E::n_unknowns;
  for (LocalIndex b = begin; b < end; ++b) {
    const LocalIndex vertex = boundary.vertices[b];
    const double* normal = boundary.normals.data() + 4 * static_cast<std::size_t>(b);
    const WaveFace face = wave_face(directions, {normal[0], normal[1], normal[2]}, normal[3]);
    sums[vertex] += face.area * E::spectral_radius(parameters, load_state<N>(q, vertex), face.normal);
  }
}

template <class E>
void boundary_spectral_radius_reference(const typename E::Parameters& parameters, WaveDirections directions,
                                        LocalIndex n_owned, std::span<const LocalIndex> facets,
                                        std::span<const double> facet_normals, std::span<double> scratch,
                                        const double* q, double* sums) {
  for (double& value : scratch) value = 0.0;
  for (std::size_t i = 0; i < facets.size(); ++i) {
    if (facets[i] >= n_owned) continue;
    for (std::size_t d = 0; d < 3; ++d) {
      scratch[3 * static_cast<std::size_t>(facets[i]) + d] += facet_normals[3 * (i / 3) + d] / 3.0;
    }
  }
  for (LocalIndex vertex = 0; vertex < n_owned; ++vertex) {
    const double* a = &scratch[3 * static_cast<std::size_t>(vertex)];
    const double area = std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    if (area == 0.0) continue;
    const WaveFace face = wave_face(directions, {a[0] / area, a[1] / area, a[2] / area}, area);
    sums[vertex] +=
        face.area * E::spectral_radius(parameters, load_state<E::n_unknowns>(q, vertex), face.normal);
  }
}

#define INSTANTIATE(E)                                                                                      \
  template void boundary_spectral_radius<E>(const E::Parameters&, WaveDirections, const LumpedVertices&,    \
                                            LocalIndex, LocalIndex, const double*, double*);                \
  template void boundary_spectral_radius_reference<E>(const E::Parameters&, WaveDirections, LocalIndex,     \
                                                      std::span<const LocalIndex>, std::span<const double>, \
                                                      std::span<double>, const double*, double*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
