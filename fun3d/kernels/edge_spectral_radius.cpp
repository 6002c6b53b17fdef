// SPDX-License-Identifier: Apache-2.0
#include "fun3d/kernels/edge_spectral_radius.hpp"

#include <cmath>
#include <cstddef>

#include "fun3d/kernels/vertex_state.hpp"
#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

namespace {

template <class E>
double mean_spectral_radius(const typename E::Parameters& parameters, const double* q, LocalIndex first,
                            LocalIndex second, const Vector3& normal) {
  constexpr int N = E::n_unknowns;
  State<N> mean = load_state<N>(q, first);
  const State<N> other = load_state<N>(q, second);
  for (int k = 0; k < N; ++k) mean[k] = 0.5 * (mean[k] + other[k]);
  return E::spectral_radius(parameters, mean, normal);
}

}  // namespace

template <class E>
void edge_spectral_radius(const typename E::Parameters& parameters, WaveDirections directions,
                          const EdgeList& edges, const double* q, double* sums) {
  for (LocalIndex edge = 0; edge < edges.size(); ++edge) {
    const LocalIndex first = edges.first(edge), second = edges.second(edge);
    const WaveFace face = wave_face(directions, edges.normal(edge), edges.areas[edge]);
    const double term = face.area * mean_spectral_radius<E>(parameters, q, first, second, face.normal);
    if (edges.writes[edge] & writes_first) sums[first] += term;
    if (edges.writes[edge] & writes_second) sums[second] += term;
  }
}

template <class E>
void edge_spectral_radius_reference(const typename E::Parameters& parameters, WaveDirections directions,
                                    LocalIndex n_owned, std::span<const LocalIndex> ends,
                                    std::span<const double> area_vectors, const double* q, double* sums) {
  for (LocalIndex vertex = 0; vertex < n_owned; ++vertex) sums[vertex] = 0.0;
  for (std::size_t edge = 0; edge < ends.size() / 2; ++edge) {
    const double* a = &area_vectors[3 * edge];
    const double area = std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    if (area == 0.0) continue;
    const LocalIndex first = ends[2 * edge], second = ends[2 * edge + 1];
    const WaveFace face = wave_face(directions, {a[0] / area, a[1] / area, a[2] / area}, area);
    const double term = face.area * mean_spectral_radius<E>(parameters, q, first, second, face.normal);
    if (first < n_owned) sums[first] += term;
    if (second < n_owned) sums[second] += term;
  }
}

#define INSTANTIATE(E)                                                                                  \
  template void edge_spectral_radius<E>(const E::Parameters&, WaveDirections, const EdgeList&,          \
                                        const double*, double*);                                        \
  template void edge_spectral_radius_reference<E>(const E::Parameters&, WaveDirections, LocalIndex,     \
                                                  std::span<const LocalIndex>, std::span<const double>, \
                                                  const double*, double*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
