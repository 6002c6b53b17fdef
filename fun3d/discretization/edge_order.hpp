// SPDX-License-Identifier: Apache-2.0
// Orders in which a list of edges can be visited. Called by discretization/edge_plan once. Local.
#pragma once

#include <span>
#include <vector>

#include "fun3d/discretization/edge_arrays.hpp"
#include "meshes/core/flow_mesh.hpp"

namespace trireme::flow {

// [n_edges] the place of every edge of the mesh in the order in which its cells mention them first, as a
// program without sorting would number them; edges of other ranks' cells come last, by vertices. Without
// cells the order of the file's vertex numbers. O(edges log valence).
std::vector<LocalIndex> places_as_read(const mesh::FlowMesh& mesh);

// The same edges in groups of `width` in which no vertex is written twice, so that no edge of a group waits
// for another's sum. Every vertex keeps the order of its edges: an edge comes after the groups of all earlier
// ones at its written ends. No more than `window` groups are open at once, so that a group's vertices lie
// near one another; where a group does not fill, the rest repeats its first edge without writing. ends
// [n_edges of the mesh, 2]. O(edges).
std::vector<VisitedEdge> grouped(std::span<const VisitedEdge> edges, std::span<const LocalIndex> ends,
                                 LocalIndex n_vertices, int width, LocalIndex window);

}  // namespace trireme::flow
