// SPDX-License-Identifier: Apache-2.0
// Uniform refinement: every edge is halved. Called by load_mesh for mesh.refine and by trireme-mesh refine;
// repeated, it makes the sequences of meshes that studies of convergence need.
#pragma once

#include "meshes/core/distributed_mesh.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::mesh {

// Collective. A tetrahedron becomes 8 tetrahedra, a pyramid 6 pyramids and 4 tetrahedra, a prism 8 prisms, a
// hexahedron 8 hexahedra; a triangle facet 4, a quadrilateral facet 4, of the same marker. Of the one layer
// of an extruded plane mesh (dimension 2) only the plane is refined: a prism becomes 4, a hexahedron 4. A
// layer that was cut into tetrahedra is refined as a solid, since they have no edges across it alone; two
// layers result, which are no plane mesh (dimension 3).
//
// New points are the midpoints of edges, the means of quadrilaterals and those of hexahedra, all straight:
// curved boundaries are not followed. The octahedron within a tetrahedron is divided along its shortest
// diagonal, which keeps the smallest dihedral angles largest; among equals along the one through the edge
// that joins the tetrahedron's two smallest vertex ids, or its first and third.
//
// Points keep their ids; those of edges, then of quadrilaterals (both ascending in their vertices' ids), then
// of hexahedra follow. The children of a cell or facet follow one another in its place. So the result has the
// same bits for any number of ranks. Errors (input): a facet that is no face of a cell, a plane mesh with
// pyramids and no tetrahedra. Memory: about ten times the input in passing. Cost: O(n log n).
DistributedMesh refine_uniformly(const comm::Communicator& comm, DistributedMesh&& coarse);

}  // namespace trireme::mesh
