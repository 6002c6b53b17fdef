// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/flow_mesh.hpp"

#include <cmath>
#include <limits>

namespace trireme::mesh {
namespace {

template <class T>
std::size_t bytes(const std::vector<T>& values) {
  return values.capacity() * sizeof(T);
}

}  // namespace

std::size_t FlowMesh::memory_bytes() const {
  return bytes(original_id) + bytes(global_id) + bytes(coordinates) + bytes(volumes) + bytes(edges) +
         bytes(edge_normals) + bytes(facets) + bytes(facet_normals) + bytes(facet_marker) +
         bytes(facet_owned) + bytes(facet_id) + bytes(cell_types) + bytes(cell_vertices) +
         bytes(cell_offsets);
}

ClosureError local_closure_error(const FlowMesh& mesh) {
  std::vector<double> total(3 * static_cast<std::size_t>(mesh.n_owned), 0.0);
  std::vector<double> lengths(static_cast<std::size_t>(mesh.n_owned), 0.0);
  const auto add = [&](LocalIndex vertex, double factor, const double* area) {
    if (vertex >= mesh.n_owned) return;
    for (int d = 0; d < 3; ++d) total[3 * static_cast<std::size_t>(vertex) + d] += factor * area[d];
    lengths[vertex] += std::abs(factor) * std::hypot(area[0], area[1], area[2]);
  };
  for (LocalIndex e = 0; e < mesh.n_edges(); ++e) {
    const double* area = mesh.edge_normals.data() + 3 * static_cast<std::size_t>(e);
    add(mesh.edges[2 * static_cast<std::size_t>(e)], 1.0, area);
    add(mesh.edges[2 * static_cast<std::size_t>(e) + 1], -1.0, area);
  }
  for (LocalIndex f = 0; f < mesh.n_facets(); ++f) {
    const double* area = mesh.facet_normals.data() + 3 * static_cast<std::size_t>(f);
    for (int i = 0; i < 3; ++i) add(mesh.facets[3 * static_cast<std::size_t>(f) + i], 1.0 / 3, area);
  }
  ClosureError worst;
  for (LocalIndex v = 0; v < mesh.n_owned; ++v) {
    const double* t = total.data() + 3 * static_cast<std::size_t>(v);
    if (lengths[v] == 0) continue;
    double error = std::hypot(t[0], t[1], t[2]) / lengths[v];
    if (!std::isfinite(error)) error = std::numeric_limits<double>::infinity();
    if (worst.vertex < 0 || error > worst.error) worst = {error, v};
  }
  return worst;
}

}  // namespace trireme::mesh
