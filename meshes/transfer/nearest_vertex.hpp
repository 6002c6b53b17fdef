// SPDX-License-Identifier: Apache-2.0
// The nearest vertex of a distributed mesh to given points. Used by the transfer between meshes.
#pragma once

#include <span>
#include <vector>

#include "meshes/core/flow_mesh.hpp"
#include "meshes/core/point.hpp"
#include "meshes/transfer/regions.hpp"

namespace trireme::mesh {

// Collective. points: any, on the rank of their region. Returns the global numbers of the owned vertices of
// the mesh nearest to them; of equally near ones that with the smallest original id. -1 for a mesh without
// vertices. Cost: a search in the own region, then questions to the regions that might hold something nearer.
std::vector<GlobalIndex> nearest_vertices(const comm::Communicator& comm, const Regions& regions,
                                          const FlowMesh& mesh, std::span<const Point> points);

}  // namespace trireme::mesh
