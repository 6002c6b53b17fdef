// SPDX-License-Identifier: Apache-2.0
// Reads SU2's native ASCII mesh format (SU2 documentation, "Mesh File": NDIME, NELEM, NPOIN, NMARK,
// MARKER_TAG, MARKER_ELEMS, elements by VTK type number). Called by read_mesh; free of MPI and of the file
// system.
#pragma once

#include <string_view>

#include "meshes/core/raw_mesh.hpp"

namespace trireme::mesh {

// Three-dimensional meshes of tetrahedra, pyramids, prisms and hexahedra, or plane meshes of triangles and
// quadrilaterals, which are extruded by one layer (extrude.hpp). Tolerated: CRLF, comments (%), sections in
// any order, missing or further columns behind what is needed, a marker given in several pieces, sections
// this program does not need (with a note). Errors (kind input) name file, line and value: text that ends
// early, a count that differs from what follows, an unknown element, a vertex that does not exist, a
// coordinate that is not finite. The topology is not examined here: see core/check_mesh.hpp.
RawMesh read_su2(std::string_view text, std::string_view file_name);

}  // namespace trireme::mesh
