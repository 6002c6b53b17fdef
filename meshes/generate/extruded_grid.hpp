// SPDX-License-Identifier: Apache-2.0
// A structured grid in the plane, extruded along z: columns along a wall, layers away from it, one or more
// cells in depth. Called by the generators of plane cases (generate/channel, generate/naca4,
// generate/cylinder), which give the points and the markers.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "meshes/core/distributed_mesh.hpp"
#include "meshes/generate/brick_cells.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::mesh {

// What every plane case can choose about its extrusion.
struct Extrusion {
  std::int64_t span_cells = 1;
  double depth = 0.1;  // from z = 0
  BrickCells cells = BrickCells::tetrahedron;

  // Keys in the schema's current section.
  void describe(options::Schema& schema);
  // Error(input), for callers that do not come from a schema.
  void validate() const;
};

struct ExtrudedGrid {
  GlobalIndex columns = 0, layers = 0;
  bool closed = false;         // the last column ends where the first begins (an O-grid)
  std::vector<bool> mirrored;  // [columns] cut mirrored along the column direction
  // Indices into marker_names. Columns run with the wall on their right hand, that is along +x where the
  // layers go up.
  std::vector<std::int32_t> wall_marker;  // [columns]
  std::int32_t first_marker = 0;          // before the first column; unused when closed
  std::int32_t last_marker = 0;           // after the last column; unused when closed
  std::int32_t outer_marker = 0;          // beyond the last layer
  std::int32_t depth_min_marker = 0;      // z = 0
  std::int32_t depth_max_marker = 0;
  std::vector<std::string> marker_names;

  GlobalIndex lines() const { return closed ? columns : columns + 1; }
};

// point(line, layer) -> {x, y}, called with lines in ascending order. Every rank makes its own
// contiguous ranges; the global mesh has the same bits for every rank count. One cell in depth makes it a
// plane mesh (dimension 2), as those read from plane files are. Local.
DistributedMesh generate_extruded(
    const comm::Communicator& comm, const ExtrudedGrid& grid, const Extrusion& extrusion,
    const std::function<std::array<double, 2>(GlobalIndex, GlobalIndex)>& point);

}  // namespace trireme::mesh
