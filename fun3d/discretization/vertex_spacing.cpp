// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/vertex_spacing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/comm/reduction.hpp"

namespace trireme::flow {

namespace {

// Extent of the mesh along z, the axis of extrusion. Collective.
double depth(const comm::Communicator& comm, const mesh::FlowMesh& mesh) {
  double highest = -std::numeric_limits<double>::max(), lowest = -highest;
  for (LocalIndex vertex = 0; vertex < mesh.n_owned; ++vertex) {
    const double z = mesh.coordinates[3 * static_cast<std::size_t>(vertex) + 2];
    highest = std::max(highest, z);
    lowest = std::min(lowest, z);
  }
  return comm::all_max(comm, highest) + comm::all_max(comm, -lowest);
}

}  // namespace

std::vector<double> vertex_spacing(const comm::Communicator& comm, const mesh::FlowMesh& mesh) {
  std::vector<double> spacing(static_cast<std::size_t>(mesh.n_owned));
  if (mesh.dimension == 2) {
    const double half_depth = 0.5 * depth(comm, mesh);
    for (std::size_t i = 0; i < spacing.size(); ++i) spacing[i] = std::sqrt(mesh.volumes[i] / half_depth);
  } else {
    for (std::size_t i = 0; i < spacing.size(); ++i) spacing[i] = std::cbrt(mesh.volumes[i]);
  }
  return spacing;
}

}  // namespace trireme::flow
