// SPDX-License-Identifier: Apache-2.0
// A box of tetrahedra, prisms or hexahedra on a lattice, with one marker a side: the mesh of the free-stream
// and manufactured-solution tests and of `trireme-mesh generate`. Tetrahedra are Kuhn's
// (generate/kuhn_split), prisms are halves of bricks with vertical axis z.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "meshes/core/distributed_mesh.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::mesh {

// In brick sizes. Below 1/6 the three edges that span a tetrahedron of a brick stay diagonally dominant, each
// along its axis: their components change by at most twice the perturbation, and 1 - 2 p > 2 * 2 p. So no
// cell can turn over, whatever the seed.
inline constexpr double largest_perturbation = 0.16;

enum class BoxCells { tetrahedron, prism, hexahedron };

struct BoxOptions {
  std::int64_t nx = 0, ny = 0, nz = 0;  // bricks along each axis; all 0: taken from target_vertices
  std::int64_t target_vertices = 1000;  // used when nx, ny, nz are 0
  std::vector<double> origin = {0, 0, 0};
  std::vector<double> extent = {1, 1, 1};
  BoxCells cells = BoxCells::tetrahedron;
  double perturbation = 0;  // largest displacement of a point along each axis, in brick sizes; 0 to 0.16
  std::int64_t seed = 1;

  // Keys below `path`, but for target_vertices, which the owner of several generators describes once.
  void describe(options::Schema& schema, const std::string& path = "mesh.generate.box");
};

// Markers x_min, x_max, y_min, y_max, z_min, z_max (in this order). Every rank makes its own contiguous
// ranges of points, cells and facets; the global mesh has the same bits for every rank count. Perturbed
// points keep the planes, edges and corners of the box. Local in cost and communication (every rank must pass
// the same options); Error(input) for counts that are partly given or out of range and for
// too large a perturbation.
DistributedMesh generate_box(const comm::Communicator& comm, const BoxOptions& options);

}  // namespace trireme::mesh
