// SPDX-License-Identifier: Apache-2.0
// A mesh around the ONERA M6 half wing, of any size (topology: generate/wing_grid). Called by mesh loading
// and `trireme-mesh generate`.
#pragma once

#include <string>

#include "meshes/core/distributed_mesh.hpp"
#include "meshes/generate/brick_cells.hpp"
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
  BrickCells cells = BrickCells::tetrahedron;

  // Keys below `path`, but for target_vertices, which the owner of several generators describes once.
  void describe(options::Schema& schema, const std::string& path = "mesh.generate.onera_m6");
};

// Markers wing, symmetry, far_field (in this order). x streamwise, y up, z along the span, symmetry plane z =
// 0, nose of the root section in the origin. Every rank makes its own contiguous ranges; the global mesh has
// the same bits for every rank count. No communication. Error(input) for fewer than 500 target vertices.
DistributedMesh generate_onera_m6(const comm::Communicator& comm, const OneraM6Options& options);

}  // namespace trireme::mesh
