// SPDX-License-Identifier: Apache-2.0
// Reads AFLR3's UGRID volume meshes, ASCII or binary (UG_IO documentation, "3D grid file type UGRID": seven
// counts; x, y, z a node; nodes of triangles and quadrilaterals; a surface tag each; nodes of tetrahedra,
// pyramids, prisms, hexahedra; nodes from 1, the apex of a pyramid third). Called by read_mesh; free of MPI
// and of the file system.
#pragma once

#include <string_view>

#include "meshes/core/raw_mesh.hpp"
#include "meshes/read/mapbc.hpp"

namespace trireme::mesh {

// The contents say whether the file is ASCII, its byte order and whether its reals have 32 or 64 bits (.b8,
// .lb8, .b4, .lb4): that layout of which the counts explain the size. What follows the elements is left aside
// with a note. Markers, in ascending order of tags, have the names that `names` gives (joined where equal),
// else tag_N. Errors (kind input) name file, line (ASCII) or byte offset (binary), and value: a file that
// ends early, Fortran records, 64-bit integers, no volume elements, nodes that do not exist, coordinates that
// are not finite. The topology is not examined here: see core/check_mesh.hpp.
RawMesh read_ugrid(std::string_view bytes, std::string_view file_name, const BoundaryNames& names = {});

}  // namespace trireme::mesh
