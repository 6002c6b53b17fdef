// SPDX-License-Identifier: Apache-2.0
// The meshes of a run, loaded and compared before anything is solved on one of them. Called by case/flow_run.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fun3d/case/flow_case.hpp"
#include "fun3d/physics/boundary_condition.hpp"
#include "meshes/core/flow_mesh.hpp"
#include "solvers/program/context.hpp"

namespace trireme::flow {

struct FlowLevel {
  std::string name;  // of the mesh, for messages
  std::shared_ptr<const mesh::FlowMesh> mesh;
  std::vector<BoundaryCondition> conditions;  // [markers of the mesh]
};

// The sequence of the deck from mesh number `first` on, the run's own mesh last. Collective. Throws Error
// (input), the same on all ranks, for what load_flow_mesh and resolve_boundaries refuse, and when meshes of
// the sequence differ in markers, dimension or extent or do not grow.
std::vector<FlowLevel> load_levels(program::Context& context, const FlowCase& flow_case, std::size_t first);

}  // namespace trireme::flow
