// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/boundary_plan.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/base/assert.hpp"

namespace trireme::flow {

BoundaryPlan::Lumped BoundaryPlan::lump(const mesh::FlowMesh& mesh, std::span<const LocalIndex> facets) {
  std::vector<double> sums(static_cast<std::size_t>(mesh.n_owned) * 3, 0.0);
  Lumped result;
  for (const LocalIndex facet : facets) {
    for (int corner = 0; corner < 3; ++corner) {
      const LocalIndex vertex = mesh.facets[3 * static_cast<std::size_t>(facet) + corner];
      if (vertex >= mesh.n_owned) continue;
      result.vertices.push_back(vertex);
      for (int d = 0; d < 3; ++d) {
        sums[3 * static_cast<std::size_t>(vertex) + d] +=
            mesh.facet_normals[3 * static_cast<std::size_t>(facet) + d] / 3.0;
      }
    }
  }
  std::sort(result.vertices.begin(), result.vertices.end());
  result.vertices.erase(std::unique(result.vertices.begin(), result.vertices.end()), result.vertices.end());
  for (const LocalIndex vertex : result.vertices) {
    const double* a = &sums[3 * static_cast<std::size_t>(vertex)];
    const double area = std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    // Opposite facets may cancel at a vertex (a plate without thickness): then no direction matters.
    for (int d = 0; d < 3; ++d) result.normals.push_back(area > 0 ? a[d] / area : (d == 0 ? 1.0 : 0.0));
    result.normals.push_back(area);
  }
  return result;
}

BoundaryPlan::BoundaryPlan(const mesh::FlowMesh& mesh, std::span<const BoundaryKind> kinds) {
  TRIREME_EXPECT(kinds.size() == mesh.marker_names.size());
  std::vector<LocalIndex> wall_facets, far_facets, exact_facets;
  std::vector<std::vector<LocalIndex>> facets_of_marker(kinds.size());
  for (LocalIndex facet = 0; facet < mesh.n_facets(); ++facet) {
    const auto marker = static_cast<std::size_t>(mesh.facet_marker[facet]);
    facets_of_marker[marker].push_back(facet);
    switch (kinds[marker]) {
      case BoundaryKind::slip_wall:
      case BoundaryKind::symmetry:
        wall_facets.push_back(facet);
        break;
      case BoundaryKind::far_field:
        far_facets.push_back(facet);
        break;
      case BoundaryKind::exact:
        exact_facets.push_back(facet);
        break;
    }
  }
  for (const auto& facets : facets_of_marker) markers_.push_back(lump(mesh, facets));
  wall_ = lump(mesh, wall_facets);
  far_field_ = lump(mesh, far_facets);
  exact_ = lump(mesh, exact_facets);

  std::vector<LocalIndex> position(static_cast<std::size_t>(mesh.n_owned), -1);
  for (std::size_t b = 0; b < wall_.vertices.size(); ++b) {
    position[static_cast<std::size_t>(wall_.vertices[b])] = static_cast<LocalIndex>(b);
  }
  const auto for_each_corner = [&](auto&& visit) {
    for (const LocalIndex facet : wall_facets) {
      const LocalIndex* corners = &mesh.facets[3 * static_cast<std::size_t>(facet)];
      for (int c = 0; c < 3; ++c) {
        if (corners[c] < mesh.n_owned) {
          visit(position[static_cast<std::size_t>(corners[c])], corners[(c + 1) % 3], corners[(c + 2) % 3],
                &mesh.facet_normals[3 * static_cast<std::size_t>(facet)]);
        }
      }
    }
  };
  wall_offsets_.assign(wall_.vertices.size() + 1, 0);
  for_each_corner([&](LocalIndex b, LocalIndex, LocalIndex, const double*) { ++wall_offsets_[b + 1]; });
  for (std::size_t b = 0; b < wall_.vertices.size(); ++b) wall_offsets_[b + 1] += wall_offsets_[b];
  std::vector<LocalIndex> next(wall_offsets_.begin(), wall_offsets_.end() - 1);
  wall_others_.resize(2 * static_cast<std::size_t>(wall_offsets_.back()));
  wall_thirds_.resize(3 * static_cast<std::size_t>(wall_offsets_.back()));
  for_each_corner([&](LocalIndex b, LocalIndex second, LocalIndex third, const double* area) {
    const std::size_t corner = next[b]++;
    wall_others_[2 * corner] = second;
    wall_others_[2 * corner + 1] = third;
    for (int d = 0; d < 3; ++d) wall_thirds_[3 * corner + d] = area[d] / 3.0;
  });
}

}  // namespace trireme::flow
