// SPDX-License-Identifier: Apache-2.0
// Writes a flow mesh with vertex fields as VTKHDF (solvers/io/vtkhdf_writer.hpp). Called by trireme-mesh and
// by the flow solver's output.
#pragma once

#include <string>
#include <vector>

#include "meshes/core/flow_mesh.hpp"
#include "solvers/io/vtkhdf_writer.hpp"

namespace trireme::mesh {

// Collective. fields: at points, [n_local(), components] each (ghost values included: cells reach across
// parts), or at cells [n_cells()]. A mesh without cells (from a dual) is written as its edges, each once;
// cell fields are then not possible. Throws Error(io) on all ranks.
void write_vtkhdf(const comm::Communicator& comm, const std::string& path, const FlowMesh& mesh,
                  const std::vector<io::VtkHdfField>& fields);

}  // namespace trireme::mesh
