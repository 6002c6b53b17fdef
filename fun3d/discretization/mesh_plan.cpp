// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/mesh_plan.hpp"

#include "solvers/threads/thread_count.hpp"

namespace trireme::flow {

namespace {

// Only where every vertex's edges are visited in the mesh's order by its owner is the loop over vertices the
// same sum.
bool loops_over_vertices(const PerformanceOptions& performance) {
  return performance.gradient_loop == GradientLoop::vertices &&
         performance.layout == StateLayout::interlaced && performance.threads == ThreadStrategy::owner &&
         performance.edge_order != EdgeOrder::as_read;
}

}  // namespace

MeshPlan::MeshPlan(const comm::Communicator& comm, std::shared_ptr<const mesh::FlowMesh> mesh,
                   std::span<const BoundaryCondition> conditions, GradientWeights weights,
                   const PerformanceOptions& performance)
    : MeshPlan(comm, mesh, conditions, weights, performance,
               mesh::build_thread_edges(*mesh, threads::max_threads())) {}

MeshPlan::MeshPlan(const comm::Communicator& comm, std::shared_ptr<const mesh::FlowMesh> mesh,
                   std::span<const BoundaryCondition> conditions, GradientWeights weights,
                   const PerformanceOptions& performance, const mesh::ThreadEdges& assignment)
    : mesh_(std::move(mesh)),
      conditions_(conditions.begin(), conditions.end()),
      performance_(performance),
      symmetry_(*mesh_, find_symmetry_planes(comm, *mesh_, conditions)),
      edges_(*mesh_, assignment, weights, symmetry_, performance),
      gradients_(*mesh_, weights, symmetry_),
      boundary_(*mesh_, conditions, symmetry_) {
  if (loops_over_vertices(performance))
    neighbours_ = NeighbourPlan(EdgeSource{*mesh_, symmetry_, weights}, assignment);
}

}  // namespace trireme::flow
