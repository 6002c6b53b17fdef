// SPDX-License-Identifier: Apache-2.0
// What a run says before its first step, so that a user sees at once what is going to be solved. Called by
// case/run_flow.
#pragma once

#include <vector>

#include "fun3d/case/flow_level.hpp"
#include "fun3d/discretization/mesh_plan.hpp"

namespace trireme::flow {

// Options that change nothing, as warnings. Local.
void warn_of_ignored_options(program::Context& context, const FlowCase& flow_case);

// For a program started without anything: that it has something to do all the same. Local.
void say_defaults_are_solved(program::Context& context, const FlowCase& flow_case);

// Sizes of the meshes, and the conditions on the boundary of the last. Local.
void say_what_is_solved(program::Context& context, const std::vector<FlowLevel>& levels);

// Vertices whose gradients cannot be had in all directions. Collective.
void warn_of_flat_stencils(program::Context& context, const MeshPlan& plan);

}  // namespace trireme::flow
