// SPDX-License-Identifier: Apache-2.0
// Reads Gmsh's .msh files of versions 2 (2.0 to 2.2), 4.0 and 4.1, ASCII and binary in either byte order
// (Gmsh reference manual, chapter "Gmsh file formats": sections "MSH file format" and "MSH file format
// version 2 (Legacy)"; 4.0 as in the manual of Gmsh 4.0, where an entity's tag comes before its dimension).
// Called by read_mesh; free of MPI and of the file system.
#pragma once

#include <string_view>

#include "meshes/core/raw_mesh.hpp"

namespace trireme::mesh {

// Meshes of tetrahedra, pyramids, prisms and hexahedra, or of triangles and quadrilaterals in a plane of
// constant z, which are extruded by one layer (extrude.hpp).
//
// Physical groups of the boundary name the markers, those without a name as physical_N. What is in several
// groups goes to one, with a note: in version 4 an entity to the first group that has a name, or else to the
// first; in version 2 an element, which the file then lists repeatedly, to the group listed first. Surface
// elements in no physical group are named after their entity, surface_N (curve_N of plane meshes), with a
// note, and dropped where they lie between two cells. Boundary faces for which the file has no surface
// element become the marker "unmarked", with a note: Gmsh leaves out surfaces of no physical group when there
// is any group. Elements on boundaries between partitions are dropped; ghost, periodic, data and unknown
// sections are passed over.
//
// Errors (kind input) name file, line (ASCII) or byte offset (binary), and value: a file that ends early,
// counts that differ from what follows, elements of second or higher order, unknown elements, nodes that do
// not exist or are given twice, coordinates that are not finite. The topology is not examined here: see
// core/check_mesh.hpp.
RawMesh read_gmsh(std::string_view bytes, std::string_view file_name);

// True when the bytes start like a Gmsh file of any version.
bool looks_like_gmsh(std::string_view bytes);

}  // namespace trireme::mesh
