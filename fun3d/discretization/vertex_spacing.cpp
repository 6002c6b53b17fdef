// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/vertex_spacing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/base/assert.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::flow {

namespace {

// Of the dual cells of a layer extruded along z. They reach from their plane to the middle of the layer;
// where periodicity joins the two planes, over the whole layer, and there are ghosts a layer above and one
// below the plane. Either is half of what all vertices cover. Collective.
double depth_of_dual_cells(const comm::Communicator& comm, const mesh::FlowMesh& mesh) {
  double highest = -std::numeric_limits<double>::max(), lowest = -highest;
  for (LocalIndex vertex = 0; vertex < mesh.n_local(); ++vertex) {
    const double z = mesh.coordinates[3 * static_cast<std::size_t>(vertex) + 2];
    highest = std::max(highest, z);
    lowest = std::min(lowest, z);
  }
  const double extent = comm::all_max(comm, highest) + comm::all_max(comm, -lowest);
  TRIREME_VALIDATE(extent > 0, ErrorKind::input, "the mesh is said to be plane, one layer along z",
                   "all its vertices have the same z", "extrude it along z, or give it dimension 3");
  return 0.5 * extent;
}

}  // namespace

std::vector<double> vertex_spacing(const comm::Communicator& comm, const mesh::FlowMesh& mesh,
                                   const SymmetryPlan& symmetry) {
  std::vector<double> spacing(mesh.volumes.begin(), mesh.volumes.begin() + mesh.n_owned);
  const MirroredVertices mirrored = symmetry.vertices();
  for (LocalIndex b = 0; b < mirrored.size(); ++b)
    spacing[static_cast<std::size_t>(mirrored.vertices[b])] *= symmetry.copies()[b];
  if (mesh.dimension == 2) {
    const double depth = depth_of_dual_cells(comm, mesh);
    for (double& value : spacing) value = std::sqrt(value / depth);
  } else {
    for (double& value : spacing) value = std::cbrt(value);
  }
  return spacing;
}

}  // namespace trireme::flow
