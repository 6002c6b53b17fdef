// SPDX-License-Identifier: Apache-2.0
// The mesh spacing h of a vertex: the side of a cube, or in a plane mesh of a square, as large as its dual
// cell. A plane mesh is one extruded layer; its dual cells are half as deep as the layer, so the depth drops
// out. Called by discretization/limiter.
#pragma once

#include <vector>

#include "meshes/core/flow_mesh.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::flow {

// [n_owned], in the mesh's unit of length. Collective.
std::vector<double> vertex_spacing(const comm::Communicator& comm, const mesh::FlowMesh& mesh);

}  // namespace trireme::flow
