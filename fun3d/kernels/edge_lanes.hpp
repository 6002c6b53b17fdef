// SPDX-License-Identifier: Apache-2.0
// Several edges at once: what edge kernels read and write of `width` successive edges, a lane each. Lanes
// round as scalars do and write one after the other in the list's order, so results do not depend on the
// width. Called by the edge kernels.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

#include "fun3d/kernels/edge_list.hpp"
#include "fun3d/physics/state.hpp"
#include "solvers/simd/pack.hpp"

namespace trireme::flow {

template <int width>
using Lanes = simd::Pack<double, width>;

template <int width>
using LaneVertices = std::array<LocalIndex, width>;

// Where a vertex's R values lie in an array [n_vertices, R] or [R, n_vertices].
struct Interlaced {
  template <int R>
  static std::size_t place(LocalIndex vertex, int k) {
    return static_cast<std::size_t>(vertex) * R + static_cast<std::size_t>(k);
  }
};
struct Segregated {
  std::size_t n_vertices;
  template <int>
  std::size_t place(LocalIndex vertex, int k) const {
    return static_cast<std::size_t>(k) * n_vertices + static_cast<std::size_t>(vertex);
  }
};

template <int width>
void load_ends(const EdgeList& edges, LocalIndex edge, LaneVertices<width>& first,
               LaneVertices<width>& second) {
  for (int lane = 0; lane < width; ++lane) {
    first[lane] = edges.first(edge + lane);
    second[lane] = edges.second(edge + lane);
  }
}

template <int width>
Vector<Lanes<width>> load_vectors(const EdgeVectors& vectors, LocalIndex edge) {
  return {Lanes<width>::load(&vectors[0][edge]), Lanes<width>::load(&vectors[1][edge]),
          Lanes<width>::load(&vectors[2][edge])};
}

// The R values of every lane's vertex.
template <int R, int width, class Layout = Interlaced>
State<R, Lanes<width>> gather_states(const double* values, const LaneVertices<width>& vertices,
                                     Layout layout = {}) {
  State<R, Lanes<width>> states;
  if constexpr (width > 1) {
    static_assert(std::is_same_v<Layout, Interlaced>);
    Lanes<width>::template load_rows<R>(values, vertices.data(), R, states.data());
  } else {
    for (int k = 0; k < R; ++k) states[k] = values[layout.template place<R>(vertices[0], k)];
  }
  return states;
}

// gradient . offset at every lane's vertex; gradients [n_vertices, 3, N].
template <int N, int width, class Layout = Interlaced>
State<N, Lanes<width>> change_along(const double* gradients, const LaneVertices<width>& vertices,
                                    const Vector<Lanes<width>>& offset, Layout layout = {}) {
  const State<3 * N, Lanes<width>> d = gather_states<3 * N, width>(gradients, vertices, layout);
  State<N, Lanes<width>> change;
  for (int k = 0; k < N; ++k) change[k] = d[k] * offset[0] + d[N + k] * offset[1] + d[2 * N + k] * offset[2];
  return change;
}

// Adds a lane's terms [N] to a vertex's values, or takes them away.
template <int N, class Layout = Interlaced>
void add_terms(double* values, LocalIndex vertex, double sign, const double* terms, Layout layout = {}) {
  for (int k = 0; k < N; ++k) values[layout.template place<N>(vertex, k)] += sign * terms[k];
}
template <int N, class Layout = Interlaced>
void add_terms_atomically(double* values, LocalIndex vertex, double sign, const double* terms,
                          Layout layout = {}) {
  for (int k = 0; k < N; ++k) {
    std::atomic_ref<double>(values[layout.template place<N>(vertex, k)])
        .fetch_add(sign * terms[k], std::memory_order_relaxed);
  }
}

// Adds terms to the written first ends and second_sign times them to the written second ends, edge after
// edge.
template <int N, int width, class Layout = Interlaced>
void add_to_ends(const EdgeList& edges, LocalIndex edge, const LaneVertices<width>& first,
                 const LaneVertices<width>& second, double second_sign, const State<N, Lanes<width>>& terms,
                 double* values, Layout layout = {}) {
  constexpr int stride = (N + 3) / 4 * 4;
  alignas(64) double rows[width * stride];
  Lanes<width>::template store_rows<N>(terms.data(), rows, stride);
  for (int lane = 0; lane < width; ++lane) {
    const std::uint8_t writes = edges.writes[edge + lane];
    const double* row = rows + lane * stride;
    if (edges.loop.atomic) {
      if (writes & writes_first) add_terms_atomically<N>(values, first[lane], 1.0, row, layout);
      if (writes & writes_second) add_terms_atomically<N>(values, second[lane], second_sign, row, layout);
    } else {
      if (writes & writes_first) add_terms<N>(values, first[lane], 1.0, row, layout);
      if (writes & writes_second) add_terms<N>(values, second[lane], second_sign, row, layout);
    }
  }
}

// Asks for the row [R] of the vertices of an edge that is visited later.
template <int R>
void prefetch_ends(const EdgeList& edges, LocalIndex edge, const double* values) {
  constexpr int line = 8;  // doubles
  if (edge >= edges.size()) return;
  for (const LocalIndex vertex : {edges.first(edge), edges.second(edge)}) {
    const double* row = values + static_cast<std::size_t>(vertex) * R;
    for (int k = 0; k < R; k += line) __builtin_prefetch(row + k);
  }
}

}  // namespace trireme::flow
