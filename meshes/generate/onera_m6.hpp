// SPDX-License-Identifier: Apache-2.0
// A tetrahedral mesh around the ONERA M6 half wing, of any size. Called by mesh loading and `trireme-mesh
// generate`.
//
// Topology: two structured sheets, upper and lower, of M x K quadrilaterals cover the wing (M from trailing
// to leading edge, K from root to tip) and share the points of trailing edge, tip edge and leading edge; J
// layers of bricks grow from them along the lines of generate/onera_m6_lines to the far field. Each brick is
// cut into six tetrahedra (Kuhn) along the directions away from the nearer edge, towards the root and
// outward, so that the cut is mirrored in the chord plane and fans out at every edge.
#pragma once

#include <string>

#include "meshes/core/distributed_mesh.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::mesh {

enum class LengthUnit { semispan, root_chord };

struct OneraM6Options {
  std::int64_t target_vertices = 20000;
  double far_field_distance = 10;        // semispans
  double trailing_edge_spacing = 0.3;    // 0: quadratic clustering; larger: coarser at the trailing edge
  double leading_edge_clustering = 0.6;  // 0: none
  double tip_spacing = 0.05;             // as trailing_edge_spacing, at the tip
  double wall_spacing = 0.8;             // first layer's height over the chordwise spacing at mid chord
  LengthUnit unit = LengthUnit::semispan;

  // Keys below `path`, but for target_vertices, which the owner of several generators describes once.
  void describe(options::Schema& schema, const std::string& path = "mesh.generate.onera_m6");
};

// Numbers of quadrilaterals and layers chosen for a target; the vertices they make are within 10 % of it from
// 3000 up.
struct OneraM6Counts {
  GlobalIndex chordwise = 0;  // M, of one sheet
  GlobalIndex spanwise = 0;   // K
  GlobalIndex layers = 0;     // J

  GlobalIndex surface_points() const { return 2 * chordwise * spanwise + chordwise + 1; }
  GlobalIndex points() const { return surface_points() * (layers + 1); }
  GlobalIndex cells() const { return 12 * chordwise * spanwise * layers; }
};
OneraM6Counts count_onera_m6(GlobalIndex target_vertices);

// Markers wing, symmetry, far_field (in this order). x streamwise, y up, z along the span, symmetry plane z =
// 0, nose of the root section in the origin. Every rank makes its own contiguous ranges; the global mesh has
// the same bits for every rank count. No communication. Error(input) for fewer than 500 target vertices.
DistributedMesh generate_onera_m6(const comm::Communicator& comm, const OneraM6Options& options);

}  // namespace trireme::mesh
