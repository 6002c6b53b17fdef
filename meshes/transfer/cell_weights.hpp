// SPDX-License-Identifier: Apache-2.0
// Linear interpolation inside one cell. Used by the transfer between meshes. Local.
#pragma once

#include <array>

#include "meshes/core/cell_geometry.hpp"

namespace trireme::mesh {

// Weights of the cell's vertices at a point; they sum to one and reproduce linear fields. depth: the smallest
// barycentric coordinate, negative outside.
struct CellWeights {
  std::array<double, 8> weights{};
  double depth = -1;
};

// A tetrahedron is itself; other shapes are the tetrahedra between the mean of the cell, the mean of a face
// and an edge of that face, so that neighbours agree on their common face. Of several tetrahedra the one with
// the largest depth counts.
CellWeights weights_in_cell(CellType type, const CellCorners& corners, const Point& x);

}  // namespace trireme::mesh
