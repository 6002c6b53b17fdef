// SPDX-License-Identifier: Apache-2.0
// The planes that the facets of symmetry markers lie in. A marker may hold several (both sides of a channel),
// several markers may share one. Called by discretization/mesh_plan, before what is mirrored in them.
#pragma once

#include <span>
#include <vector>

#include "fun3d/physics/boundary_condition.hpp"
#include "meshes/core/flow_mesh.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::flow {

struct SymmetryPlanes {
  std::vector<Vector3> normals;  // units, outward, the same on every rank
  std::vector<int> of_facet;     // [n_facets] plane of each of the mesh's facets, -1 where it has none
};

// conditions [n_markers]. A facet belongs to a plane when its corners are no farther from it than a millionth
// of the mesh's extent. Normals closer than that to an axis are the axis. Throws Error (input) on all ranks
// where a marker's facets lie in more than six planes, as those of a curved surface do. Collective; a few
// reductions a plane.
SymmetryPlanes find_symmetry_planes(const comm::Communicator& comm, const mesh::FlowMesh& mesh,
                                    std::span<const BoundaryCondition> conditions);

}  // namespace trireme::flow
