// SPDX-License-Identifier: Apache-2.0
// Repairs what can be repaired in a mesh from a foreign file and refuses what cannot. Called on one rank by
// read/read_mesh after every cell reader, whose ids are already known to be in range.
#pragma once

#include <string_view>

#include "meshes/core/raw_mesh.hpp"

namespace trireme::mesh {

// Repairs, each with a sentence in mesh.notes: points that no cell uses and markers without facets are
// dropped; cells of negative volume whose corners are merely listed mirrored are reoriented; boundary facets
// are turned outward (silently). Refuses (Error, input, naming `source`, ids and coordinates): a cell with a
// repeated vertex or no volume, a face shared by three cells, cells folded over a face, a facet that is
// listed twice, is no face or lies inside, and boundary faces without a marker (with a hint when duplicate
// points are the reason). O(cells log), about 32 bytes a face in passing.
void repair_and_check(RawMesh& mesh, std::string_view source);

// The steps, for tests and for meshes whose origin makes some of them unnecessary.
void drop_empty_markers(RawMesh& mesh, std::string_view source);
void drop_orphan_points(RawMesh& mesh, std::string_view source);
void reorient_cells(RawMesh& mesh, std::string_view source);
void check_faces(RawMesh& mesh, std::string_view source);

}  // namespace trireme::mesh
