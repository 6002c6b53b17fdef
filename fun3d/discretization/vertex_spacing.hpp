// SPDX-License-Identifier: Apache-2.0
// The mesh spacing h of a vertex: the side of a cube, or in a plane mesh of a square, as large as its dual
// cell. A plane mesh is one layer extruded along z; its volumes are divided by the depth of the dual cells,
// so the depth drops out. A dual cell on a plane of symmetry counts with its images. Called by
// discretization/limiter.
#pragma once

#include <vector>

#include "fun3d/discretization/symmetry_plan.hpp"
#include "meshes/core/flow_mesh.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::flow {

// [n_owned], in the mesh's unit of length. Collective. Throws Error (input) on all ranks where a plane mesh
// has no extent along z.
std::vector<double> vertex_spacing(const comm::Communicator& comm, const mesh::FlowMesh& mesh,
                                   const SymmetryPlan& symmetry = {});

}  // namespace trireme::flow
