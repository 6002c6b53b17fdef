// SPDX-License-Identifier: Apache-2.0
// All that edge loops read in step with the edges, laid out in visiting order: the storage behind
// kernels/edge_list. Filled by discretization/edge_plan and shared_edges. Local.
#pragma once

#include <array>
#include <span>

#include "fun3d/discretization/gradient_weights.hpp"
#include "fun3d/discretization/symmetry_plan.hpp"
#include "fun3d/kernels/edge_list.hpp"
#include "meshes/core/flow_mesh.hpp"
#include "solvers/base/array.hpp"

namespace trireme::flow {

// What metrics of edges are made from.
struct EdgeSource {
  const mesh::FlowMesh& mesh;
  const SymmetryPlan& symmetry;
  GradientWeights weights;
  bool has_weights() const { return weights == GradientWeights::inverse_distance || !symmetry.empty(); }
};

// The squared least-squares weight of an edge of the mesh.
double edge_weight(const EdgeSource& source, LocalIndex edge);

// An edge of the mesh and the ends that are written.
struct VisitedEdge {
  LocalIndex number;
  std::uint8_t writes;
};

class EdgeArrays {
 public:
  EdgeArrays() = default;
  // Memory: 69 bytes an edge, 8 more with weights.
  EdgeArrays(const EdgeSource& source, std::span<const VisitedEdge> edges);

  EdgeList view(const EdgeLoop& loop) const {
    return {ends_,
            writes_,
            {normals_[0], normals_[1], normals_[2]},
            areas_,
            {vectors_[0], vectors_[1], vectors_[2]},
            weights_,
            loop};
  }
  // Position in the mesh's edge list of each entry.
  std::span<const LocalIndex> numbers() const { return numbers_; }

 private:
  void append(const EdgeSource& source, const VisitedEdge& visited);

  Array<LocalIndex> ends_, numbers_;
  Array<std::uint8_t> writes_;
  std::array<Array<double>, 3> normals_, vectors_;
  Array<double> areas_, weights_;
};

}  // namespace trireme::flow
