// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/boundary_plan.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/base/assert.hpp"

namespace trireme::flow {

BoundaryPlan::Lumped BoundaryPlan::lump(const mesh::FlowMesh& mesh, std::span<const LocalIndex> facets,
                                        const SymmetryPlan& symmetry) {
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
    double* a = &sums[3 * static_cast<std::size_t>(vertex)];
    if (const LocalIndex on_plane = symmetry.position(vertex); on_plane >= 0) {
      const Vector3 along = along_planes(symmetry.vertices(), on_plane, {a[0], a[1], a[2]});
      std::copy(along.begin(), along.end(), a);
    }
    const double area = std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    // Opposite facets may cancel at a vertex (a plate without thickness): then no direction matters.
    for (int d = 0; d < 3; ++d) result.normals.push_back(area > 0 ? a[d] / area : (d == 0 ? 1.0 : 0.0));
    result.normals.push_back(area);
  }
  return result;
}

BoundaryPlan::BoundaryPlan(const mesh::FlowMesh& mesh, std::span<const BoundaryCondition> conditions,
                           const SymmetryPlan& symmetry) {
  TRIREME_EXPECT(conditions.size() == mesh.marker_names.size());
  for (const BoundaryCondition& condition : conditions) {
    if (is_open(condition.kind)) open_conditions_.push_back(condition);
  }
  std::sort(open_conditions_.begin(), open_conditions_.end(),
            [](const BoundaryCondition& a, const BoundaryCondition& b) { return a < b; });
  open_conditions_.erase(std::unique(open_conditions_.begin(), open_conditions_.end()),
                         open_conditions_.end());
  std::vector<LocalIndex> wall_facets, exact_facets;
  std::vector<std::vector<LocalIndex>> open_facets(open_conditions_.size());
  std::vector<std::vector<LocalIndex>> facets_of_marker(conditions.size());
  for (LocalIndex facet = 0; facet < mesh.n_facets(); ++facet) {
    const auto marker = static_cast<std::size_t>(mesh.facet_marker[facet]);
    const BoundaryCondition& condition = conditions[marker];
    facets_of_marker[marker].push_back(facet);
    if (is_wall(condition.kind)) {
      wall_facets.push_back(facet);
    } else if (condition.kind == BoundaryKind::exact) {
      exact_facets.push_back(facet);
    } else {
      const auto place = std::find(open_conditions_.begin(), open_conditions_.end(), condition);
      open_facets[static_cast<std::size_t>(place - open_conditions_.begin())].push_back(facet);
    }
  }
  for (const auto& facets : facets_of_marker) markers_.push_back(lump(mesh, facets, symmetry));
  for (const auto& facets : open_facets) open_.push_back(lump(mesh, facets, symmetry));
  wall_ = lump(mesh, wall_facets, {});
  exact_ = lump(mesh, exact_facets, {});

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
