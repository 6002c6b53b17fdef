// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/edge_plan.hpp"

#include <cmath>

#include "solvers/threads/parallel_for.hpp"

namespace trireme::flow {

void EdgePlan::Edges::reserve(std::size_t n, bool with_weights) {
  ends.reserve(2 * n);
  numbers.reserve(n);
  writes.reserve(n);
  for (auto* components : {&normals, &vectors}) {
    for (std::vector<double>& component : *components) component.reserve(n);
  }
  areas.reserve(n);
  if (with_weights) weights.reserve(n);
}

void EdgePlan::Edges::append(const mesh::FlowMesh& mesh, LocalIndex edge, std::uint8_t written,
                             GradientWeights form, const SymmetryPlan& symmetry) {
  const LocalIndex first = mesh.edges[2 * edge], second = mesh.edges[2 * edge + 1];
  numbers.push_back(edge);
  ends.push_back(first);
  ends.push_back(second);
  writes.push_back(written);

  const SymmetryPlan::Edge* in_plane = symmetry.edge_in_plane(edge);
  const double* area_vector =
      in_plane ? in_plane->area_vector.data() : &mesh.edge_normals[3 * static_cast<std::size_t>(edge)];
  const double area = std::sqrt(area_vector[0] * area_vector[0] + area_vector[1] * area_vector[1] +
                                area_vector[2] * area_vector[2]);
  // A dual face without area carries no flux, whatever its direction.
  for (std::size_t d = 0; d < 3; ++d)
    normals[d].push_back(area > 0 ? area_vector[d] / area : (d == 0 ? 1.0 : 0.0));
  areas.push_back(area);

  double squared_distance = 0;
  for (std::size_t d = 0; d < 3; ++d) {
    const double component = mesh.coordinates[3 * static_cast<std::size_t>(second) + d] -
                             mesh.coordinates[3 * static_cast<std::size_t>(first) + d];
    vectors[d].push_back(component);
    squared_distance += component * component;
  }
  double weight = 1.0;
  if (form == GradientWeights::inverse_distance) {
    weight = squared_distance > 0 ? 1.0 / squared_distance : 0.0;
  }
  if (in_plane) weight *= in_plane->share;
  if (form == GradientWeights::inverse_distance || !symmetry.empty()) weights.push_back(weight);
}

EdgePlan::EdgePlan(const mesh::FlowMesh& mesh, const mesh::ThreadEdges& assignment, GradientWeights weights,
                   const SymmetryPlan& symmetry)
    : threads_(static_cast<std::size_t>(assignment.n_threads)) {
  const auto fill = [&](int thread) {
    Thread& own = threads_[static_cast<std::size_t>(thread)];
    const auto vertices = assignment.vertices.of(thread);
    own.vertices.assign(vertices.begin(), vertices.end());
    std::size_t n_halo = 0;
    for (const LocalIndex edge : assignment.edges.of(thread))
      n_halo += mesh.edges[2 * edge + 1] >= mesh.n_owned;
    const bool with_weights = weights == GradientWeights::inverse_distance || !symmetry.empty();
    own.halo.reserve(n_halo, with_weights);
    own.interior.reserve(assignment.edges.of(thread).size() - n_halo, with_weights);
    for (const LocalIndex edge : assignment.edges.of(thread)) {
      const LocalIndex first = mesh.edges[2 * edge], second = mesh.edges[2 * edge + 1];
      const bool to_ghost = second >= mesh.n_owned;
      std::uint8_t written = assignment.vertex_thread[first] == thread ? writes_first : 0;
      if (!to_ghost && assignment.vertex_thread[second] == thread) written |= writes_second;
      if (written != 0) (to_ghost ? own.halo : own.interior).append(mesh, edge, written, weights, symmetry);
    }
  };
  // Each thread fills its own lists, so that their pages lie in its memory.
  threads::parallel_region([&](int thread, int running) {
    for (int t = thread; t < assignment.n_threads; t += running) fill(t);
  });
}

}  // namespace trireme::flow
