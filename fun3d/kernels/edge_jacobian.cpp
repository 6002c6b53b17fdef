// SPDX-License-Identifier: Apache-2.0
#include "fun3d/kernels/edge_jacobian.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "fun3d/kernels/block_values.hpp"
#include "fun3d/kernels/edge_lanes.hpp"
#include "fun3d/kernels/vertex_state.hpp"
#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

namespace {

struct Values {
  const double* q;
  std::span<const LocalIndex> slots, diagonal_slots;
  double *own, *coupling;
};

// Blocks [width][N * N] of every lane, stored by columns, times the lane's area.
template <int N, int width>
struct BlocksOfLanes {
  static constexpr int stride = (N * N + 7) / 8 * 8;
  alignas(64) double numbers[width * stride];

  void take(const Block<N, Lanes<width>>& block, const Lanes<width>& area) {
    std::array<Lanes<width>, N * N> by_columns;
    for (int row = 0; row < N; ++row) {
      for (int column = 0; column < N; ++column)
        by_columns[column * N + row] = area * block[row * N + column];
    }
    Lanes<width>::template store_rows<N * N>(by_columns.data(), numbers, stride);
  }
  const double* lane(int lane) const { return numbers + lane * stride; }
};

template <class E, class Scheme, int width>
void visit(const typename E::Parameters& parameters, const EdgeList& edges, LocalIndex edge,
           const Values& values) {
  constexpr int N = E::n_unknowns;
  LaneVertices<width> first, second;
  load_ends<width>(edges, edge, first, second);
  BlocksOfLanes<N, width> left, right;
  {
    Block<N, Lanes<width>> d_left, d_right;
    Scheme::jacobian(parameters, gather_states<N, width>(values.q, first),
                     gather_states<N, width>(values.q, second), load_vectors<width>(edges.normals, edge),
                     d_left, d_right);
    const Lanes<width> area = Lanes<width>::load(&edges.areas[edge]);
    left.take(d_left, area);
    right.take(d_right, area);
  }
  for (int lane = 0; lane < width; ++lane) {
    const std::uint8_t writes = edges.writes[edge + lane];
    const LocalIndex* slots = &values.slots[2 * static_cast<std::size_t>(edge + lane)];
    if (writes & writes_first) {
      add_block<N>(values.own, values.diagonal_slots[first[lane]], 1.0, left.lane(lane));
      set_block<N>(values.coupling, slots[0], 1.0, right.lane(lane));
    }
    if (writes & writes_second) {
      add_block<N>(values.own, values.diagonal_slots[second[lane]], -1.0, right.lane(lane));
      set_block<N>(values.coupling, slots[1], -1.0, left.lane(lane));
    }
  }
}

template <class E, int width>
void visit_all(const typename E::Parameters& parameters, const EdgeList& edges, const Values& values) {
  E::with_flux_scheme(parameters, [&]<class Scheme>(Scheme) {
    const LocalIndex n = edges.size();
    LocalIndex edge = 0;
    for (; edge + width <= n; edge += width) visit<E, Scheme, width>(parameters, edges, edge, values);
    for (; edge < n; ++edge) visit<E, Scheme, 1>(parameters, edges, edge, values);
  });
}

}  // namespace

template <class E>
void edge_jacobian(const typename E::Parameters& parameters, const EdgeList& edges,
                   std::span<const LocalIndex> slots, std::span<const LocalIndex> diagonal_slots,
                   const double* q, double* own_values, double* coupling_values) {
  const Values values{q, slots, diagonal_slots, own_values, coupling_values};
  if (edges.loop.lanes == EdgeLanes::scalar) {
    visit_all<E, 1>(parameters, edges, values);
  } else {
    visit_all<E, simd::native_width<double>>(parameters, edges, values);
  }
}

template <class E>
void edge_jacobian_reference(const typename E::Parameters& parameters, LocalIndex n_owned,
                             LocalIndex n_vertices, std::span<const LocalIndex> ends,
                             std::span<const double> area_vectors, const double* q, double* dense) {
  constexpr int N = E::n_unknowns;
  const std::size_t row_length = static_cast<std::size_t>(n_vertices) * N;
  for (std::size_t i = 0; i < static_cast<std::size_t>(n_owned) * N * row_length; ++i) dense[i] = 0.0;
  const auto add = [&](LocalIndex row, LocalIndex column, double factor, const Block<N>& block) {
    if (row >= n_owned) return;
    for (int i = 0; i < N; ++i) {
      for (int j = 0; j < N; ++j)
        dense[(row * N + i) * row_length + column * N + j] += factor * block[i * N + j];
    }
  };
  for (std::size_t edge = 0; edge < ends.size() / 2; ++edge) {
    const LocalIndex first = ends[2 * edge], second = ends[2 * edge + 1];
    const double* a = &area_vectors[3 * edge];
    const double area = std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    if (area == 0.0) continue;
    Block<N> d_left, d_right;
    const Vector3 normal{a[0] / area, a[1] / area, a[2] / area};
    E::with_flux_scheme(parameters, [&]<class Scheme>(Scheme) {
      Scheme::jacobian(parameters, load_state<N>(q, first), load_state<N>(q, second), normal, d_left,
                       d_right);
    });
    add(first, first, area, d_left);
    add(first, second, area, d_right);
    add(second, first, -area, d_left);
    add(second, second, -area, d_right);
  }
}

#define INSTANTIATE(E)                                                                               \
  template void edge_jacobian<E>(const E::Parameters&, const EdgeList&, std::span<const LocalIndex>, \
                                 std::span<const LocalIndex>, const double*, double*, double*);      \
  template void edge_jacobian_reference<E>(const E::Parameters&, LocalIndex, LocalIndex,             \
                                           std::span<const LocalIndex>, std::span<const double>,     \
                                           const double*, double*);
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
