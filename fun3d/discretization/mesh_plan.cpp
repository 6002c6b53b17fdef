// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/mesh_plan.hpp"

#include "meshes/partition/thread_edges.hpp"
#include "solvers/threads/thread_count.hpp"

namespace trireme::flow {

MeshPlan::MeshPlan(std::shared_ptr<const mesh::FlowMesh> mesh, std::span<const BoundaryCondition> conditions,
                   GradientWeights weights)
    : mesh_(std::move(mesh)),
      conditions_(conditions.begin(), conditions.end()),
      edges_(*mesh_, mesh::build_thread_edges(*mesh_, threads::max_threads()), weights),
      gradients_(*mesh_, weights),
      boundary_(*mesh_, conditions) {}

}  // namespace trireme::flow
