// SPDX-License-Identifier: Apache-2.0
// The flow on the whole mesh as one .vtkhdf file: the mesh's cells, or its edges as lines when the mesh file
// held no cells. Called by case/flow_results.
#pragma once

#include <string>

#include "fun3d/case/scheme_fields.hpp"
#include "fun3d/physics/equation_sets.hpp"
#include "meshes/core/flow_mesh.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::flow {

// local_state [n_local, N] with ghosts; scheme: its fields are added where there is one. Collective. Throws
// Error (io).
template <class E>
void write_volume_file(const std::string& path, const comm::Communicator& comm, const mesh::FlowMesh& mesh,
                       const typename E::Parameters& parameters, const double* local_state,
                       const SchemeFields* scheme = nullptr);

}  // namespace trireme::flow
