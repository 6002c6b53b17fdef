// SPDX-License-Identifier: Apache-2.0
// What planes of symmetry change, once for a mesh, so that its half has the flow of the whole:
//   vertices on them, with the mirrors there (kernels/mirrored_vertices.hpp);
//   edges in them, whose dual faces and share in gradients the whole mesh has once, not twice: area vectors
//   lose what lies across the plane, least-squares weights are divided by the number of images.
// All else follows from the sums' being mirrored, see kernels/symmetry_condition.hpp. Immutable. Local.
#pragma once

#include <span>
#include <vector>

#include "fun3d/discretization/symmetry_planes.hpp"
#include "fun3d/kernels/mirrored_vertices.hpp"

namespace trireme::flow {

class SymmetryPlan {
 public:
  // Without planes.
  SymmetryPlan() = default;
  SymmetryPlan(const mesh::FlowMesh& mesh, const SymmetryPlanes& planes);

  bool empty() const { return vertices_.empty() && edges_.empty(); }
  MirroredVertices vertices() const { return {vertices_, frames_, groups_, areas_}; }
  // Position of an owned vertex in vertices(), -1 where it is on no plane. O(log).
  LocalIndex position(LocalIndex vertex) const;
  // [vertices().size()] how many dual cells as large as the vertex's make its whole one. In plane meshes the
  // two planes across z do not count.
  std::span<const double> copies() const { return copies_; }

  // An edge of the mesh that lies in one plane or several.
  struct Edge {
    LocalIndex number;
    Vector3 area_vector;  // of its half dual face, along the planes
    double share;         // one over the number of its images that are itself
  };
  // Null where the edge lies in no plane. O(log).
  const Edge* edge_in_plane(LocalIndex edge) const;

 private:
  std::vector<LocalIndex> vertices_;
  std::vector<double> frames_, areas_, copies_;
  std::vector<std::uint8_t> groups_;
  std::vector<Edge> edges_;  // ascending in number
};

}  // namespace trireme::flow
