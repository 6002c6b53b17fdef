// SPDX-License-Identifier: Apache-2.0
// Splits prisms, pyramids and hexahedra into tetrahedra without new points. Called by mesh loading for
// mesh.split_to_tets. Every quadrilateral is cut by the diagonal through its vertex of smallest global id, so
// that two cells of a face agree without knowing one another, and so do the cells of two ranks. Source:
// Dompierre, Labbe, Vallet, Camarero, "How to subdivide pyramids, prisms and hexahedra into tetrahedra", 8th
// International Meshing Roundtable (1999): 2 tetrahedra a pyramid, 3 a prism, 5 or 6 a hexahedron.
#pragma once

#include <array>
#include <span>

#include "meshes/core/distributed_mesh.hpp"

namespace trireme::mesh {

// Tetrahedra of one cell, by its corners. Local, no allocation.
struct CellSplit {
  int n = 0;
  std::array<std::array<int, 4>, 6> corners{};  // [n], oriented like the cell
};
CellSplit split_cell(CellType type, std::span<const GlobalIndex> ids);

// Collective. Replaces all cells by tetrahedra and all facets of four corners by two triangles, in place and
// in order, so that the global mesh does not depend on the number of ranks; points stay as they are. Adds a
// note when anything was split. Error(input) with cell and volume, the same on every rank, if a tetrahedron
// of a warped cell has no volume. Cost: O(cells) and one exchange of points.
void split_to_tets(const comm::Communicator& comm, DistributedMesh& mesh);

}  // namespace trireme::mesh
