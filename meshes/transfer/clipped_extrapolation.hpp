// SPDX-License-Identifier: Apache-2.0
// Values near a vertex from its least-squares gradient, kept within what occurs around it. Used by the
// transfer between meshes where a point lies in no cell. Local.
#pragma once

#include <span>
#include <vector>

#include "meshes/core/flow_mesh.hpp"
#include "meshes/core/point.hpp"

namespace trireme::mesh {

// A point and the owned vertex it is nearest to.
struct PointAtVertex {
  LocalIndex vertex;
  Point place;
};

// values [mesh.n_local(), width] with ghosts. Returns [points, width]: value plus gradient times distance,
// clipped to the smallest and largest value at the vertex and its neighbours. The gradient minimizes the
// differences along the edges, weighted by inverse squared length; it is zero where the neighbours lie in a
// plane. Neighbours are summed in an order that does not depend on the distribution. O(edges + points).
std::vector<double> extrapolate_clipped(const FlowMesh& mesh, std::span<const double> values, int width,
                                        std::span<const PointAtVertex> points);

}  // namespace trireme::mesh
