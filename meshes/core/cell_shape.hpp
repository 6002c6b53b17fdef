// SPDX-License-Identifier: Apache-2.0
// Whether one cell is a sound solid: positive, mirrored, flat, folded over itself, or only not convex. Called
// by core/check_mesh.
#pragma once

#include <span>

#include "meshes/core/cell_geometry.hpp"
#include "solvers/base/types.hpp"

namespace trireme::mesh {

enum class CellShape {
  convex,
  concave,    // sound, though its Jacobian is negative at a corner
  folded,     // twisted or turned inside out in part: no solid whatever its total volume says
  zero_edge,  // two corners in the same place
  zero_volume,
};

// Shape of a cell, and whether its corners are listed as those of its mirror image (volume negative); the
// shape is then that of the mirror image.
struct CellCondition {
  CellShape shape;
  bool mirrored;
};

// A cell is folded when a corner's share of it, the part that the median dual gives to that corner, is
// negative, when a quadrilateral side is folded (its normals at two corners point against its mean normal),
// or when a hexahedron's Jacobian is not positive in its middle. Tetrahedra are never folded. Local, O(1).
CellCondition examine_cell(CellType type, CellCorners corners);

// Lists the corners of the mirror image: swaps what turns every face around and keeps the shape's own order.
void mirror_cell(CellType type, std::span<GlobalIndex> corners);

}  // namespace trireme::mesh
