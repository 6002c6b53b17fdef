// SPDX-License-Identifier: Apache-2.0
// A channel whose floor turns up by an angle at x = 0, extruded along z: supersonic flow over a wedge, whose
// oblique shock is known exactly (NACA report 1135, 1953). Called by mesh loading and `trireme-mesh
// generate`. With the default dimensions the shock of Mach 2 and 10 degrees leaves through the outlet, below
// the upper boundary.
#pragma once

#include <string>

#include "meshes/generate/channel.hpp"

namespace trireme::mesh {

struct WedgeOptions {
  double angle = 10;             // degrees
  double upstream_length = 0.5;  // of the flat floor ahead of x = 0
  double ramp_length = 1;        // along x
  double height = 1;
  ChannelResolution resolution;
  Extrusion extrusion;

  // Keys below `path`, but for target_vertices, which the owner of several generators describes once.
  void describe(options::Schema& schema, const std::string& path = "mesh.generate.wedge");
};

// Markers wall (the flat floor), wall_wedge, inlet, outlet, far_field (above), symmetry_min (z = 0),
// symmetry_max. Every rank makes its own contiguous ranges; the global mesh has the same bits for every rank
// count. No communication. Error(input) for dimensions that do not fit one another.
DistributedMesh generate_wedge(const comm::Communicator& comm, const WedgeOptions& options);

}  // namespace trireme::mesh
