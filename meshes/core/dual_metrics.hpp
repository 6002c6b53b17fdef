// SPDX-License-Identifier: Apache-2.0
// Median-dual metrics of tetrahedra, pyramids, prisms and hexahedra. Called by partition/build_flow_mesh and
// by tests.
//
// The dual surface of an edge inside a cell is spanned by the edge's midpoint, the means of the two faces at
// the edge and the mean of the cell, in that order around the rim (T. J. Barth, "Numerical aspects of
// computing high Reynolds number flows on unstructured meshes", AIAA 91-0721, section on median duals; for
// tetrahedra every vertex then owns a quarter of each cell's volume). On the boundary the share of a facet's
// corner is the quadrilateral corner, edge midpoint, facet mean, edge midpoint: a third of a triangle's area.
// With these, the surfaces around every vertex close to rounding, whatever the warp of quadrilateral faces.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "meshes/core/local_edges.hpp"
#include "meshes/core/point.hpp"

namespace trireme::mesh {

struct DualMetrics {
  std::vector<double>
      edge_normals;  // [n_edges, 3] area vector pointing from the smaller to the larger local number
  std::vector<double> volumes;  // [n_rows]
};

// Metrics of `edges` (which must come from the same cells). coordinates [n_local, 3]. Contributions are added
// in the order of the cells and are computed from the cell's own corner order, so the values do not depend on
// the local numbering when cells come in ascending global number. Local, O(cells log valence).
DualMetrics compute_dual_metrics(const LocalCells& cells, std::span<const double> coordinates,
                                 const LocalEdges& edges);

// A boundary triangle as the flow solver integrates it: corners (positions 0..3 within the facet) and area
// vector, a third of which belongs to each corner.
struct FacetTriangle {
  std::array<int, 3> corners;
  Point area;
};

// Splits one boundary facet of 3 or 4 corners, ordered so that its normal points outward, into triangles
// whose lumped thirds are the median dual's shares. A triangle stays itself. A quadrilateral of area Q
// becomes the four triangles around its corners (areas A_i = triangle i-1, i, i+1) with area vectors 3/4 A_i
// - Q/8: the only choice that gives every corner its share A_i/4 + Q/8 through thirds. Returns the number
// written to `triangles`: 1 or 4.
int split_boundary_facet(std::span<const Point> corners, std::span<FacetTriangle, 4> triangles);

}  // namespace trireme::mesh
