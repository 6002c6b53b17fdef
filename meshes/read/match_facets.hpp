// SPDX-License-Identifier: Apache-2.0
// Brings the facets of a mesh as read in line with the open faces of its cells, for formats whose files hold
// more surface elements than the boundary (surfaces between two regions) or fewer (Gmsh leaves out surfaces
// of no physical group). Called by the Gmsh and CGNS readers.
#pragma once

#include <string_view>
#include <vector>

#include "meshes/core/raw_mesh.hpp"

namespace trireme::mesh {

inline constexpr char unmarked[] = "unmarked";

enum class OpenFaces { leave, mark };

// Facets between two cells are removed from the markers m with may_drop[m] (one entry a marker); with
// OpenFaces::mark faces of one cell that no facet names become the further marker "unmarked". Each repair
// leaves a note that starts with `source`. Faces are told apart by 64-bit hashes of their vertices: what a
// collision could spoil is refused by core/check_mesh later. O(faces log faces) and 16 bytes a face when
// there is something to repair, O(faces) and no memory otherwise.
void match_facets(RawMesh& mesh, const std::vector<bool>& may_drop, OpenFaces open_faces,
                  std::string_view source);

}  // namespace trireme::mesh
