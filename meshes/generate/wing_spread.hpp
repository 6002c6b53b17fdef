// SPDX-License-Identifier: Apache-2.0
// How lines are spread over a half wing and points along each line: all grading of the generated mesh.
// Called by generate/wing_grid and generate/naca4. Lengths are root chords.
#pragma once

#include "meshes/core/point.hpp"
#include "meshes/generate/wing_lines.hpp"
#include "solvers/base/types.hpp"

namespace trireme::mesh::wing {

struct Grading {
  double far_field_distance = 0;         // root chords
  double trailing_edge_spacing = 0.3;    // 0: quadratic clustering; larger: coarser at the trailing edge
  double leading_edge_clustering = 0.6;  // 0: none
  double tip_spacing = 0.05;             // as trailing_edge_spacing, at the tip
  double wall_spacing = 0.8;             // first layer's height over the chordwise spacing at mid chord
};

// Quadrilaterals of one sheet from trailing to leading edge and from root to tip, layers from wing to far
// field.
struct GridSize {
  GlobalIndex chordwise = 0, spanwise = 0, layers = 0;  // M, of one sheet; K; J

  GlobalIndex surface_points() const { return 2 * chordwise * spanwise + chordwise + 1; }
  GlobalIndex points() const { return surface_points() * (layers + 1); }
};

// One line and the points of its layers.
class Line {
 public:
  // Line of column i in [0, chordwise] from the trailing edge, row k in [0, spanwise] from the root. Costs
  // the search for the wall.
  Line(const Shape& shape, const Grading& grading, const GridSize& size, GlobalIndex i, GlobalIndex k,
       bool lower);

  // layer in [0, layers]; 0 lies on the wing, the last on the far field.
  Point point(GlobalIndex layer) const;

 private:
  double eta_above_slit(GlobalIndex layer) const;
  double eta_above_wall(double eta_above_slit) const;

  const Shape& shape_;  // outlives the line
  LinePlace place_;
  GlobalIndex layers_;
  double wall_eta_ = 0, far_eta_ = 0, far_mu_ = 0;
  double first_fraction_ = 0;  // first interval of mu over the mean one
  double first_eta_ = 0;       // of layer 1 above the slit
  double edge_lift_ = 0;       // added to its square on sharp edges
};

}  // namespace trireme::mesh::wing
