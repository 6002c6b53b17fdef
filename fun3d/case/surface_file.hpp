// SPDX-License-Identifier: Apache-2.0
// The flow on the boundary: a .vtkhdf file of all boundary faces with the number of their marker, and a
// CSV table of the pressure coefficient at the slip walls' vertices. Called by case/flow_results.
#pragma once

#include <string>

#include "fun3d/discretization/mesh_plan.hpp"
#include "fun3d/physics/equation_sets.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::flow {

// local_state [n_local, N] with ghosts. Cell field "marker" is the position in the mesh's marker names.
// Collective. Throws Error (io).
template <class E>
void write_surface_file(const std::string& path, const comm::Communicator& comm, const MeshPlan& plan,
                        const typename E::Parameters& parameters, const double* local_state);

// Rows marker, vertex (original id), x, y, z, cp; ascending by marker and vertex, whatever the number of
// ranks. Collective; gathers the walls' vertices on rank 0. Throws Error (io) on all ranks.
template <class E>
void write_pressure_csv(const std::string& path, const comm::Communicator& comm, const MeshPlan& plan,
                        const typename E::Parameters& parameters, const double* local_state);

}  // namespace trireme::flow
