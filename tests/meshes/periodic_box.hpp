// SPDX-License-Identifier: Apache-2.0
// A box whose opposite sides are displaced copies of each other, curved and with cells of unequal size; for
// tests of periodic meshes.
#pragma once

#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include "meshes/generate/box.hpp"
#include "meshes/partition/build_flow_mesh.hpp"

namespace trireme::mesh::testing {

// Bricks along each axis, shape of the cells, lower corner, and how many periods it is wide along each axis.
struct PeriodicBox {
  std::array<std::int64_t, 3> bricks;
  BoxCells cells = BoxCells::tetrahedron;
  Point origin = {0, 0, 0};
  Point extent = {1, 1.5, 0.75};
  double periods = 1;
};

// Every point moves by a smooth function that has the periods of the box, by at most a tenth of a brick.
inline DistributedMesh wavy_box(const comm::Communicator& comm, const PeriodicBox& box) {
  DistributedMesh mesh = generate_box(comm, {.nx = box.bricks[0],
                                             .ny = box.bricks[1],
                                             .nz = box.bricks[2],
                                             .origin = {box.origin[0], box.origin[1], box.origin[2]},
                                             .extent = {box.extent[0], box.extent[1], box.extent[2]},
                                             .cells = box.cells});
  for (Point& point : mesh.points) {
    Point phase;
    for (std::size_t d = 0; d < 3; ++d)
      phase[d] = 2 * std::numbers::pi * box.periods * (point[d] - box.origin[d]) / box.extent[d];
    for (std::size_t d = 0; d < 3; ++d) {
      const double brick = box.extent[d] / static_cast<double>(box.bricks[d]);
      point[d] +=
          0.05 * brick * (std::sin(phase[(d + 1) % 3] + 0.4) + std::cos(phase[d] - phase[(d + 2) % 3]));
    }
  }
  return mesh;
}

inline const std::map<std::string, std::string> all_periodic{
    {"x_min", "x_max"}, {"y_min", "y_max"}, {"z_min", "z_max"}};

inline FlowMesh periodic_mesh(const comm::Communicator& comm, const PeriodicBox& box,
                              const std::map<std::string, std::string>& pairs = all_periodic) {
  PartitionOptions options;
  options.periodic = pairs;
  return build_flow_mesh(comm, wavy_box(comm, box), options);
}

}  // namespace trireme::mesh::testing
