// SPDX-License-Identifier: Apache-2.0
// Several edges at once: what edge kernels read of `width` successive edges, a lane each. Lanes round as
// scalars do, so results do not depend on the width. Called by the edge kernels.
#pragma once

#include <array>

#include "fun3d/kernels/edge_list.hpp"
#include "solvers/simd/pack.hpp"

namespace trireme::flow {

template <int width>
using Lanes = simd::Pack<double, width>;

template <int width>
using LaneVertices = std::array<LocalIndex, width>;

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

// The rows [N] of every lane's vertex.
template <int N, int width>
State<N, Lanes<width>> gather_states(const double* values, const LaneVertices<width>& vertices) {
  State<N, Lanes<width>> states;
  for (int k = 0; k < N; ++k) states[k] = Lanes<width>::gather(values + k, vertices.data(), N);
  return states;
}

// gradient . offset at every lane's vertex; gradients [n_vertices, 3, N].
template <int N, int width>
State<N, Lanes<width>> change_along(const double* gradients, const LaneVertices<width>& vertices,
                                    const Vector<Lanes<width>>& offset) {
  State<N, Lanes<width>> change;
  for (int k = 0; k < N; ++k) {
    const auto derivative = [&](int d) {
      return Lanes<width>::gather(gradients + d * N + k, vertices.data(), 3 * N);
    };
    change[k] = derivative(0) * offset[0] + derivative(1) * offset[1] + derivative(2) * offset[2];
  }
  return change;
}

}  // namespace trireme::flow
