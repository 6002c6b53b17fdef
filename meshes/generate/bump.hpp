// SPDX-License-Identifier: Apache-2.0
// A channel with a bump on its floor, extruded along z: the cases whose total pressure must not be lost.
// Called by mesh loading and `trireme-mesh generate`. Shapes: y = h exp(-25 x^2), h 0.0625, in -1.5 <= x
// <= 1.5, y <= 0.8 (the smooth bump of the International Workshop on High-Order CFD Methods, case C1.1), and
// the circular arc of height h 0.1 over the chord -0.5 <= x <= 0.5 in a channel of length 3 and height 1
// (Hirsch, Numerical Computation of Internal and External Flows; Ni, AIAA J. 20 (1982), doi 10.2514/3.51220).
#pragma once

#include <string>

#include "meshes/generate/channel.hpp"

namespace trireme::mesh {

enum class BumpShape { gaussian, circular_arc };

struct BumpOptions {
  BumpShape shape = BumpShape::gaussian;
  double bump_height = 0;  // 0: 0.0625 (gaussian), 0.1 (circular_arc)
  double length = 3;       // from x = -length / 2
  double height = 0;       // of the channel; 0: 0.8 (gaussian), 1 (circular_arc)
  ChannelResolution resolution;
  Extrusion extrusion;

  // Keys below `path`, but for target_vertices, which the owner of several generators describes once.
  void describe(options::Schema& schema, const std::string& path = "mesh.generate.bump");
};

// y of the floor at x for a bump of height h.
double bump_floor(BumpShape shape, double bump_height, double x);

// Markers wall_lower, inlet, outlet, wall_upper, symmetry_min (z = 0), symmetry_max. Every rank makes its own
// contiguous ranges; the global mesh has the same bits for every rank count. No communication. Error(input)
// for dimensions that do not fit one another.
DistributedMesh generate_bump(const comm::Communicator& comm, const BumpOptions& options);

}  // namespace trireme::mesh
