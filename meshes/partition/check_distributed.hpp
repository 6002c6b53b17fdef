// SPDX-License-Identifier: Apache-2.0
// The checks of cells for a mesh that no rank holds whole. Called by load_mesh for the project's own format,
// whose files other programs may have written too.
#pragma once

#include <string_view>

#include "meshes/core/distributed_mesh.hpp"

namespace trireme::mesh {

// Collective. Refuses (Error, input, the same on all ranks, naming `source`, the number of bad cells, the
// first of them and its place) cells with a point twice, an edge without length, no volume, a negative
// volume, or folded ones. Closure and facets are checked when the mesh is built for the flow solver. Cost:
// one exchange of the remote vertices, O(cells).
void check_distributed_cells(const comm::Communicator& comm, const DistributedMesh& mesh,
                             std::string_view source);

}  // namespace trireme::mesh
