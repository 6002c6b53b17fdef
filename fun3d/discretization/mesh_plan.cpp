// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/mesh_plan.hpp"

#include "meshes/partition/thread_edges.hpp"
#include "solvers/threads/thread_count.hpp"

namespace trireme::flow {

MeshPlan::MeshPlan(const comm::Communicator& comm, std::shared_ptr<const mesh::FlowMesh> mesh,
                   std::span<const BoundaryCondition> conditions, GradientWeights weights)
    : mesh_(std::move(mesh)),
      conditions_(conditions.begin(), conditions.end()),
      symmetry_(*mesh_, find_symmetry_planes(comm, *mesh_, conditions)),
      edges_(*mesh_, mesh::build_thread_edges(*mesh_, threads::max_threads()), weights, symmetry_),
      gradients_(*mesh_, weights, symmetry_),
      boundary_(*mesh_, conditions, symmetry_) {}

}  // namespace trireme::flow
