// SPDX-License-Identifier: Apache-2.0
// Vertex data that limiters must handle: noise, linear fields, a jump. All depend on the vertices' original
// numbers and coordinates alone, so on no partition.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "meshes/core/flow_mesh.hpp"

namespace trireme::flow::test {

// In [0, 1), without correlation between neighbours; [n, N].
template <int N>
std::vector<double> rough_state(const mesh::FlowMesh& mesh, LocalIndex n) {
  std::vector<double> q;
  for (LocalIndex vertex = 0; vertex < n; ++vertex) {
    for (int k = 0; k < N; ++k) {
      std::uint64_t bits =
          static_cast<std::uint64_t>(mesh.original_id[vertex]) * N + static_cast<unsigned>(k);
      // The finalizer of splitmix64.
      bits = (bits + 1) * 0x9e3779b97f4a7c15U;
      bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
      bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
      q.push_back(static_cast<double>((bits ^ (bits >> 31)) >> 11) * 0x1p-53);
    }
  }
  return q;
}

template <int N>
std::vector<double> linear_state(const mesh::FlowMesh& mesh, LocalIndex n) {
  std::vector<double> q;
  for (LocalIndex vertex = 0; vertex < n; ++vertex) {
    const double* x = &mesh.coordinates[3 * static_cast<std::size_t>(vertex)];
    for (int k = 0; k < N; ++k) q.push_back(1 + k + (3 - k) * x[0] + (k - 1.5) * x[1] + 0.7 * k * x[2]);
  }
  return q;
}

// 0 where x < 0.5, 1 beyond.
template <int N>
std::vector<double> jump(const mesh::FlowMesh& mesh, LocalIndex n) {
  std::vector<double> q;
  for (LocalIndex vertex = 0; vertex < n; ++vertex) {
    q.insert(q.end(), N, mesh.coordinates[3 * static_cast<std::size_t>(vertex)] < 0.5 ? 0.0 : 1.0);
  }
  return q;
}

}  // namespace trireme::flow::test
