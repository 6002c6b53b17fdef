// SPDX-License-Identifier: Apache-2.0
#include "fun3d/kernels/edge_flux.hpp"

#include <cmath>
#include <cstddef>

#include "fun3d/kernels/edge_lanes.hpp"
#include "fun3d/kernels/vertex_state.hpp"
#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

namespace {

// The states at every lane's vertex carried along the offset by their gradients, or left alone where that
// gives no physical state.
template <class E, int width, class Layout>
void extrapolate(const double* gradients, const LaneVertices<width>& vertices,
                 const Vector<Lanes<width>>& offset, Layout layout,
                 State<E::n_unknowns, Lanes<width>>& states) {
  constexpr int N = E::n_unknowns;
  State<N, Lanes<width>> extrapolated = change_along<N, width>(gradients, vertices, offset, layout);
  for (int k = 0; k < N; ++k) extrapolated[k] += states[k];
  const auto physical = E::is_physical(extrapolated);
  for (int k = 0; k < N; ++k) states[k] = select(physical, extrapolated[k], states[k]);
}

struct Fields {
  const double* q;
  const double* gradients;
  double* residual;
};

template <class E, class Scheme, int width, bool second_order, class Layout>
void visit(const typename E::Parameters& parameters, const EdgeList& edges, LocalIndex edge, Layout layout,
           const Fields& fields) {
  constexpr int N = E::n_unknowns;
  LaneVertices<width> first, second;
  load_ends<width>(edges, edge, first, second);
  State<N, Lanes<width>> left = gather_states<N, width>(fields.q, first, layout),
                         right = gather_states<N, width>(fields.q, second, layout);
  if constexpr (second_order) {
    Vector<Lanes<width>> half = load_vectors<width>(edges.vectors, edge);
    for (auto& component : half) component = 0.5 * component;
    extrapolate<E, width>(fields.gradients, first, half, layout, left);
    for (auto& component : half) component = -component;
    extrapolate<E, width>(fields.gradients, second, half, layout, right);
  }
  State<N, Lanes<width>> flux =
      Scheme::flux(parameters, left, right, load_vectors<width>(edges.normals, edge));
  const Lanes<width> area = Lanes<width>::load(&edges.areas[edge]);
  for (auto& component : flux) component *= area;
  add_to_ends<N, width>(edges, edge, first, second, -1.0, flux, fields.residual, layout);
}

template <class E, class Scheme, int width, bool second_order, class Layout>
void visit_all(const typename E::Parameters& parameters, const EdgeList& edges, Layout layout,
               const Fields& fields) {
  constexpr int N = E::n_unknowns;
  const LocalIndex n = edges.size(), ahead = edges.loop.prefetch;
  LocalIndex edge = 0;
  for (; edge + width <= n; edge += width) {
    if (ahead > 0) {
      for (int lane = 0; lane < width; ++lane) {
        prefetch_ends<N>(edges, edge + ahead + lane, fields.q);
        if (second_order) prefetch_ends<3 * N>(edges, edge + ahead + lane, fields.gradients);
      }
    }
    visit<E, Scheme, width, second_order>(parameters, edges, edge, layout, fields);
  }
  for (; edge < n; ++edge) visit<E, Scheme, 1, second_order>(parameters, edges, edge, layout, fields);
}

template <class E, int width, class Layout>
void visit_with_scheme(const typename E::Parameters& parameters, const EdgeList& edges, Layout layout,
                       const Fields& fields) {
  E::with_flux_scheme(parameters, [&]<class Scheme>(Scheme) {
    if (fields.gradients != nullptr) {
      visit_all<E, Scheme, width, true>(parameters, edges, layout, fields);
    } else {
      visit_all<E, Scheme, width, false>(parameters, edges, layout, fields);
    }
  });
}

}  // namespace

template <class E>
void edge_flux(const typename E::Parameters& parameters, const EdgeList& edges, const double* q,
               const double* gradients, double* residual) {
  constexpr int native = simd::native_width<double>;
  const Fields fields{q, gradients, residual};
  if (edges.loop.lanes == EdgeLanes::scalar) {
    visit_with_scheme<E, 1>(parameters, edges, Interlaced{}, fields);
  } else {
    visit_with_scheme<E, native>(parameters, edges, Interlaced{}, fields);
  }
}

template <class E>
void edge_flux_segregated(const typename E::Parameters& parameters, const EdgeList& edges,
                          LocalIndex n_vertices, const double* q, const double* gradients, double* residual) {
  visit_with_scheme<E, 1>(parameters, edges, Segregated{static_cast<std::size_t>(n_vertices)},
                          Fields{q, gradients, residual});
}

template <class E>
void edge_flux_reference(const typename E::Parameters& parameters, LocalIndex n_owned,
                         std::span<const LocalIndex> ends, std::span<const double> area_vectors,
                         std::span<const double> coordinates, const double* q, const double* gradients,
                         double* residual) {
  constexpr int N = E::n_unknowns;
  for (std::size_t i = 0; i < static_cast<std::size_t>(n_owned) * N; ++i) residual[i] = 0.0;
  for (std::size_t edge = 0; edge < ends.size() / 2; ++edge) {
    const LocalIndex vertex[2] = {ends[2 * edge], ends[2 * edge + 1]};
    State<N> state[2];
    for (int side = 0; side < 2; ++side) {
      state[side] = load_state<N>(q, vertex[side]);
      if (gradients == nullptr) continue;
      State<N> extrapolated = state[side];
      for (int d = 0; d < 3; ++d) {
        const double middle = 0.5 * (coordinates[3 * vertex[0] + d] + coordinates[3 * vertex[1] + d]);
        const double offset = middle - coordinates[3 * vertex[side] + d];
        for (int k = 0; k < N; ++k) extrapolated[k] += gradients[(3 * vertex[side] + d) * N + k] * offset;
      }
      if (E::is_physical(extrapolated)) state[side] = extrapolated;
    }
    const double* a = &area_vectors[3 * edge];
    const double area = std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    if (area == 0.0) continue;
    const Vector3 normal{a[0] / area, a[1] / area, a[2] / area};
    State<N> flux;
    E::with_flux_scheme(parameters, [&]<class Scheme>(Scheme) {
      flux = Scheme::flux(parameters, state[0], state[1], normal);
    });
    for (int side = 0; side < 2; ++side) {
      if (vertex[side] >= n_owned) continue;
      for (int k = 0; k < N; ++k) residual[vertex[side] * N + k] += (side == 0 ? area : -area) * flux[k];
    }
  }
}

#define INSTANTIATE(E)                                                                                      \
  template void edge_flux<E>(const E::Parameters&, const EdgeList&, const double*, const double*, double*); \
  template void edge_flux_segregated<E>(const E::Parameters&, const EdgeList&, LocalIndex, const double*,   \
                                        const double*, double*);                                            \
  template void edge_flux_reference<E>(const E::Parameters&, LocalIndex, std::span<const LocalIndex>,       \
                                       std::span<const double>, std::span<const double>, const double*,     \
                                       const double*, double*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
