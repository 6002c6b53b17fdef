// SPDX-License-Identifier: Apache-2.0
// Turns the nodes of a CGNS file into a mesh (CGNS Standard Interface Data Structures: CGNSBase_t, Zone_t,
// GridCoordinates_t, Elements_t, ZoneBC_t; element numbering as in core/cell_type.hpp). Called by read_mesh
// behind read/cgns_hdf5; free of MPI, HDF5 and the file system.
#pragma once

#include <string_view>

#include "meshes/core/raw_mesh.hpp"
#include "meshes/read/cgns_tree.hpp"

namespace trireme::mesh {

// One base with one unstructured zone in three dimensions; sections TETRA_4, PYRA_5, PENTA_6, HEXA_8, TRI_3,
// QUAD_4 and MIXED of these (NODE and BAR_2 are passed over). Boundary conditions that list faces (PointList
// and PointRange at FaceCenter, ElementList, ElementRange) are the markers, named by their family, else by
// themselves; a face belongs to the first that lists it. Faces of no boundary condition are named after their
// section, with a note, and dropped where they lie between two cells. Boundary conditions on vertices, edges
// or cells are left aside with a note.
//
// Errors (kind input) name file, node and value: several bases or zones, structured zones, elements of higher
// order or polyhedra, coordinates missing, not finite or of the wrong number, element numbers that overlap,
// vertices or faces that do not exist. The topology is not examined here: see core/check_mesh.hpp.
RawMesh read_cgns(const CgnsNode& root, std::string_view file_name);

}  // namespace trireme::mesh
