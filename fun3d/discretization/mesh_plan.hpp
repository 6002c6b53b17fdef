// SPDX-License-Identifier: Apache-2.0
// Everything the flow precomputes from a mesh, built once and immutable: edges by thread, least-squares
// matrices, boundary lists, planes of symmetry. One per run, shared by residual, Jacobian and forces. Memory
// is linear in the rank's vertices.
#pragma once

#include <memory>
#include <span>

#include "fun3d/discretization/boundary_plan.hpp"
#include "fun3d/discretization/edge_plan.hpp"
#include "fun3d/discretization/gradient_plan.hpp"
#include "fun3d/discretization/neighbour_plan.hpp"
#include "fun3d/discretization/performance_options.hpp"
#include "fun3d/discretization/symmetry_plan.hpp"
#include "meshes/core/flow_mesh.hpp"
#include "meshes/partition/thread_edges.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::flow {

class MeshPlan {
 public:
  // conditions [n_markers] of mesh->marker_names. Threads: as many as a parallel region gets now. Throws
  // Error (input) on all ranks where a symmetry marker is not plane. Collective.
  MeshPlan(const comm::Communicator& comm, std::shared_ptr<const mesh::FlowMesh> mesh,
           std::span<const BoundaryCondition> conditions, GradientWeights weights,
           const PerformanceOptions& performance = {});

  const mesh::FlowMesh& mesh() const { return *mesh_; }
  const SymmetryPlan& symmetry() const { return symmetry_; }
  const EdgePlan& edges() const { return edges_; }
  // Empty where gradients come from loops over edges.
  const NeighbourPlan& neighbours() const { return neighbours_; }
  const GradientPlan& gradients() const { return gradients_; }
  const BoundaryPlan& boundary() const { return boundary_; }
  std::span<const BoundaryCondition> conditions() const { return conditions_; }
  const PerformanceOptions& performance() const { return performance_; }

 private:
  MeshPlan(const comm::Communicator& comm, std::shared_ptr<const mesh::FlowMesh> mesh,
           std::span<const BoundaryCondition> conditions, GradientWeights weights,
           const PerformanceOptions& performance, const mesh::ThreadEdges& assignment);

  std::shared_ptr<const mesh::FlowMesh> mesh_;
  std::vector<BoundaryCondition> conditions_;
  PerformanceOptions performance_;
  SymmetryPlan symmetry_;
  EdgePlan edges_;
  NeighbourPlan neighbours_;
  GradientPlan gradients_;
  BoundaryPlan boundary_;
};

}  // namespace trireme::flow
