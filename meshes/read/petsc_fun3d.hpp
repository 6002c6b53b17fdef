// SPDX-License-Identifier: Apache-2.0
// Reads uns3d.msh, the dual-mesh file of PETSc-FUN3D (layout as read by that program's GETLOCAL and restated
// here): big-endian; 13 int32 (cells, nodes, edges, solid/viscous/far boundary groups, solid/viscous/far
// facets, solid/viscous/far boundary nodes, one unused); edges: first ends, second ends (1-based), unit
// normal x, y, z and area; nodes: x, y, z, dual volume; then for solid, viscous, far: facets per group, nodes
// per group, facet corners (4 columns of facets: three positions in the node list and the index of the cell
// behind, not used here), node list, outward lumped normals x, y, z. Called by read_mesh; free of MPI and of
// the file system.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "meshes/core/raw_dual.hpp"

namespace trireme::mesh {

// Markers are named "solid", "viscous" and "far_field", with "_1", "_2", ... behind when a kind has several
// groups of facets; a kind without facets has no marker. Facet area vectors are computed from the coordinates
// and point outward as the lumped normals do. Errors (kind input) name file, byte offset and value: file too
// short or long for its header, little-endian, an index out of range, a value that is not finite, a volume
// that is not positive.
RawDual read_petsc_fun3d(std::span<const std::byte> bytes, std::string_view file_name);

// True when the bytes start with a header of this format in either byte order whose counts explain the file's
// size, as far as it is cheap to say.
bool looks_like_petsc_fun3d(std::span<const std::byte> bytes);

}  // namespace trireme::mesh
