// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/edge_arrays.hpp"

#include <cmath>

namespace trireme::flow {

namespace {

Vector3 edge_vector(const mesh::FlowMesh& mesh, LocalIndex edge) {
  const std::size_t first = mesh.edges[2 * static_cast<std::size_t>(edge)];
  const std::size_t second = mesh.edges[2 * static_cast<std::size_t>(edge) + 1];
  Vector3 vector;
  for (std::size_t d = 0; d < 3; ++d)
    vector[d] = mesh.coordinates[3 * second + d] - mesh.coordinates[3 * first + d];
  return vector;
}

}  // namespace

double edge_weight(const EdgeSource& source, LocalIndex edge) {
  double weight = 1.0;
  if (source.weights == GradientWeights::inverse_distance) {
    const Vector3 vector = edge_vector(source.mesh, edge);
    const double squared_distance = dot(vector, vector);
    weight = squared_distance > 0 ? 1.0 / squared_distance : 0.0;
  }
  if (const SymmetryPlan::Edge* in_plane = source.symmetry.edge_in_plane(edge)) weight *= in_plane->share;
  return weight;
}

EdgeArrays::EdgeArrays(const EdgeSource& source, std::span<const VisitedEdge> edges) {
  const std::size_t n = edges.size();
  ends_.reserve(2 * n);
  numbers_.reserve(n);
  writes_.reserve(n);
  for (auto* components : {&normals_, &vectors_}) {
    for (Array<double>& component : *components) component.reserve(n);
  }
  areas_.reserve(n);
  if (source.has_weights()) weights_.reserve(n);
  for (const VisitedEdge& edge : edges) append(source, edge);
}

void EdgeArrays::append(const EdgeSource& source, const VisitedEdge& visited) {
  const mesh::FlowMesh& mesh = source.mesh;
  const auto edge = static_cast<std::size_t>(visited.number);
  numbers_.push_back(visited.number);
  ends_.push_back(mesh.edges[2 * edge]);
  ends_.push_back(mesh.edges[2 * edge + 1]);
  writes_.push_back(visited.writes);

  const SymmetryPlan::Edge* in_plane = source.symmetry.edge_in_plane(visited.number);
  const double* area_vector = in_plane ? in_plane->area_vector.data() : &mesh.edge_normals[3 * edge];
  const double area = std::sqrt(area_vector[0] * area_vector[0] + area_vector[1] * area_vector[1] +
                                area_vector[2] * area_vector[2]);
  // A dual face without area carries no flux, whatever its direction.
  for (std::size_t d = 0; d < 3; ++d)
    normals_[d].push_back(area > 0 ? area_vector[d] / area : (d == 0 ? 1.0 : 0.0));
  areas_.push_back(area);

  const Vector3 vector = edge_vector(mesh, visited.number);
  for (std::size_t d = 0; d < 3; ++d) vectors_[d].push_back(vector[d]);
  if (source.has_weights()) weights_.push_back(edge_weight(source, visited.number));
}

}  // namespace trireme::flow
