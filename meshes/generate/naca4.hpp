// SPDX-License-Identifier: Apache-2.0
// A NACA four-digit aerofoil: an O-grid in the plane, extruded along z, or a half wing with swept and tapered
// planform and rounded tip. Called by mesh loading and `trireme-mesh generate`. Grid lines are those of the
// ONERA M6 wing's family (generate/wing_lines), in the plane those of its symmetry plane.
#pragma once

#include <string>

#include "meshes/core/distributed_mesh.hpp"
#include "meshes/generate/extruded_grid.hpp"
#include "meshes/generate/naca4_section.hpp"

namespace trireme::mesh {

enum class NacaBody { aerofoil, wing };

struct Naca4Options {
  std::string digits = "0012";
  NacaTrailingEdge trailing_edge = NacaTrailingEdge::closed;
  NacaBody body = NacaBody::aerofoil;
  std::int64_t target_vertices = 20000;
  double far_field_distance = 20;        // (root) chords
  double trailing_edge_spacing = 0.3;    // 0: quadratic clustering; larger: coarser at the trailing edge
  double leading_edge_clustering = 0.6;  // 0: none
  double wall_spacing = 0.8;             // first layer's height over the chordwise spacing at mid chord
  Extrusion extrusion;                   // span_cells and depth: of the aerofoil only

  // Of the wing only; lengths in root chords.
  double semispan = 3;
  double taper = 1;           // tip chord over root chord
  double sweep = 0;           // of the leading edge, degrees
  double tip_spacing = 0.05;  // as trailing_edge_spacing, at the tip

  // Keys below `path`, but for target_vertices, which the owner of several generators describes once.
  void describe(options::Schema& schema, const std::string& path = "mesh.generate.naca4");
};

// Chord (of the root) 1, leading edge of the (root) section in the origin, chord along x. Markers of the
// aerofoil: airfoil, far_field, symmetry_min (z = 0), symmetry_max; of the wing: wing, symmetry, far_field.
// Every rank makes its own contiguous ranges; the global mesh has the same bits for every rank count. No
// communication. Error(input) for impossible sections and planforms and for too few vertices.
DistributedMesh generate_naca4(const comm::Communicator& comm, const Naca4Options& options);

}  // namespace trireme::mesh
