// SPDX-License-Identifier: Apache-2.0
#include "fun3d/kernels/edge_spectral_radius.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "fun3d/kernels/edge_lanes.hpp"
#include "fun3d/kernels/vertex_state.hpp"
#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

namespace {

// The largest speed at the mean of two states times the area that waves see.
template <class E, class Number>
Number wave_term(const typename E::Parameters& parameters, WaveDirections directions,
                 State<E::n_unknowns, Number> mean, const State<E::n_unknowns, Number>& other,
                 const Vector<Number>& normal, const Number& area) {
  for (int k = 0; k < E::n_unknowns; ++k) mean[k] = 0.5 * (mean[k] + other[k]);
  const WaveFace<Number> face = wave_face(directions, normal, area);
  return face.area * E::spectral_radius(parameters, mean, face.normal);
}

template <class E, int width>
void visit(const typename E::Parameters& parameters, WaveDirections directions, const EdgeList& edges,
           LocalIndex edge, const double* q, double* sums) {
  constexpr int N = E::n_unknowns;
  LaneVertices<width> first, second;
  load_ends<width>(edges, edge, first, second);
  const Lanes<width> term = wave_term<E>(
      parameters, directions, gather_states<N, width>(q, first), gather_states<N, width>(q, second),
      load_vectors<width>(edges.normals, edge), Lanes<width>::load(&edges.areas[edge]));
  for (int lane = 0; lane < width; ++lane) {
    const std::uint8_t writes = edges.writes[edge + lane];
    if (writes & writes_first) sums[first[lane]] += term[lane];
    if (writes & writes_second) sums[second[lane]] += term[lane];
  }
}

template <class E, int width>
void visit_all(const typename E::Parameters& parameters, WaveDirections directions, const EdgeList& edges,
               const double* q, double* sums) {
  const LocalIndex n = edges.size();
  LocalIndex edge = 0;
  for (; edge + width <= n; edge += width) visit<E, width>(parameters, directions, edges, edge, q, sums);
  for (; edge < n; ++edge) visit<E, 1>(parameters, directions, edges, edge, q, sums);
}

}  // namespace

template <class E>
void edge_spectral_radius(const typename E::Parameters& parameters, WaveDirections directions,
                          const EdgeList& edges, const double* q, double* sums) {
  if (edges.loop.lanes == EdgeLanes::scalar) {
    visit_all<E, 1>(parameters, directions, edges, q, sums);
  } else {
    visit_all<E, simd::native_width<double>>(parameters, directions, edges, q, sums);
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
    const Vector3 normal{a[0] / area, a[1] / area, a[2] / area};
    const double term = wave_term<E, double>(parameters, directions, load_state<E::n_unknowns>(q, first),
                                             load_state<E::n_unknowns>(q, second), normal, area);
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
