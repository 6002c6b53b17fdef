// SPDX-License-Identifier: Apache-2.0
// How one cell becomes smaller ones when every edge is halved: which corners, edge midpoints, face centres
// and cell centre each of the smaller cells has. Called by refine_mesh and by tests.
//
// A tetrahedron leaves an octahedron in its middle, which one of three diagonals divides into four
// tetrahedra (J. Bey, "Tetrahedral grid refinement", Computing 55 (1995), section 2, whose numbering would
// fix that diagonal); the caller chooses it. The other shapes have one natural division.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "meshes/core/cell_type.hpp"

namespace trireme::mesh {

// Positions of the points that a refined cell is made of: its corners, then the midpoints of its edges in the
// order of cell_edges(), then the centres of its faces in the order of cell_faces() (of quadrilaterals only),
// then its own centre (of a hexahedron only).
constexpr int edge_node(CellType type, int edge) {
  return cell_size(type) + edge;
}
inline int face_node(CellType type, int face) {
  return cell_size(type) + static_cast<int>(cell_edges(type).size()) + face;
}
inline int centre_node(CellType type) {
  return face_node(type, static_cast<int>(cell_faces(type).size()));
}
inline constexpr int most_nodes = 8 + 12 + 6 + 1;

struct ChildCell {
  CellType type;
  std::array<int, 8> nodes;  // the first cell_size(type) are set
};

// The diagonals of the octahedron within a tetrahedron: each joins the midpoints of two opposite edges, named
// here by the corners (0 with 1, 2 or 3) of the first.
inline constexpr int n_diagonals = 3;
inline constexpr std::array<std::array<std::array<int, 2>, 2>, n_diagonals> octahedron_diagonals{
    {{{{0, 1}, {2, 3}}}, {{{0, 2}, {3, 1}}}, {{{0, 3}, {1, 2}}}}};

// Refinement in all directions: 8 tetrahedra, 6 pyramids and 4 tetrahedra, 8 prisms, or 8 hexahedra, all
// oriented as the cell is. diagonal: of a tetrahedron's octahedron, ignored for other shapes.
std::span<const ChildCell> refined_cell(CellType type, int diagonal = 0);

// Refinement in the plane of the first face only, for the one layer of an extruded plane mesh: 4 prisms or 4
// hexahedra. Empty for tetrahedra and pyramids, which no such layer has.
std::span<const ChildCell> refined_layer_cell(CellType type);

// Whether an edge, or a quadrilateral face, is cut in the refinement of a layer.
bool layer_cuts_edge(CellType type, const CellEdge& edge);
bool layer_cuts_face(CellType type, const CellFace& face);

}  // namespace trireme::mesh
