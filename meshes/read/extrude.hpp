// SPDX-License-Identifier: Apache-2.0
// Makes a three-dimensional mesh of one layer from a plane one. Called by readers of formats that have plane
// meshes.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "meshes/core/raw_mesh.hpp"

namespace trireme::mesh {

// A plane mesh of triangles (fourth vertex -1) and quadrilaterals; ids are 0-based and in range.
struct PlaneMesh {
  struct Marker {
    std::string name;
    std::vector<std::array<GlobalIndex, 2>> edges;
  };
  std::vector<std::array<double, 2>> points;
  std::vector<std::array<GlobalIndex, 4>> cells;
  std::vector<Marker> markers;
};

// Extrudes along z from 0 to 1 (so that forces are per unit span): triangles become prisms, quadrilaterals
// hexahedra, boundary edges quadrilaterals; markers extrusion_min and extrusion_max name the two planes.
// Point p of the plane becomes points p (z = 0) and p + n (z = 1).
RawMesh extrude_one_layer(PlaneMesh&& plane);

}  // namespace trireme::mesh
