// SPDX-License-Identifier: Apache-2.0
// An O-grid around a circular cylinder of diameter 1 with its axis along z, for inviscid and potential flow.
// Called by mesh loading and `trireme-mesh generate`. Layers grow geometrically, so that cells are about
// square at every distance.
#pragma once

#include <string>

#include "meshes/generate/extruded_grid.hpp"

namespace trireme::mesh {

struct CylinderOptions {
  std::int64_t circumferential_cells = 0, radial_cells = 0;  // both 0: taken from target_vertices
  std::int64_t target_vertices = 1000;                       // used when they are 0
  double far_field_distance = 20;                            // radius of the far field in diameters
  Extrusion extrusion;

  // Keys below `path`, but for target_vertices, which the owner of several generators describes once.
  void describe(options::Schema& schema, const std::string& path = "mesh.generate.cylinder");
};

// Markers wall, far_field, symmetry_min (z = 0), symmetry_max. Points are mirrored exactly in y = 0. Every
// rank makes its own contiguous ranges; the global mesh has the same bits for every rank count. No
// communication. Error(input) for counts that are partly given or odd around the cylinder.
DistributedMesh generate_cylinder(const comm::Communicator& comm, const CylinderOptions& options);

}  // namespace trireme::mesh
