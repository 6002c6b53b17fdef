// SPDX-License-Identifier: Apache-2.0
// Repairs what can be repaired in a mesh from a foreign file and finds everything that cannot. Called on one
// rank by read/read_mesh after every cell reader, whose ids are already known to be in range, and by
// trireme-mesh check.
#pragma once

#include <string_view>
#include <vector>

#include "meshes/core/face_table.hpp"
#include "meshes/core/mesh_findings.hpp"
#include "meshes/core/raw_mesh.hpp"

namespace trireme::mesh {

// Looks for every kind of core/mesh_findings.hpp and repairs those that can be: points that no cell uses and
// markers without facets are dropped; cells of negative volume whose corners are merely listed mirrored are
// reoriented; boundary facets are turned outward (silently). Ids in the findings are those of the file;
// points are dropped only where there is no error, so that they stay so. O(cells log), about 64 bytes a face
// and 16 a cell in passing.
MeshFindings check_and_repair(RawMesh& mesh);

// The same for loading: repairs and notes become sentences in mesh.notes, and errors one Error (input) that
// names `source`, the first example of the first kind, and the other kinds by number.
void repair_and_check(RawMesh& mesh, std::string_view source);

// The steps. A boundary face without a marker is of use to the later ones.
struct OpenFace {
  std::vector<GlobalIndex> rim;
  GlobalIndex cell;
};
void check_points(const RawMesh& mesh, MeshFindings& findings);
void check_cells(RawMesh& mesh, MeshFindings& findings);
std::vector<OpenFace> check_faces(RawMesh& mesh, const FaceTable& faces, MeshFindings& findings);
// Why faces may be open: points that were not merged, faces that do not match, points that hang on edges.
// What remains counts as boundary faces without marker.
void check_open_faces(const RawMesh& mesh, const FaceTable& faces, const std::vector<OpenFace>& open,
                      MeshFindings& findings);
// Parts that are not joined, and points that hold together what no face does.
void check_joints(const RawMesh& mesh, const FaceTable& faces, MeshFindings& findings);
void drop_empty_markers(RawMesh& mesh, MeshFindings& findings);
void drop_orphan_points(RawMesh& mesh, MeshFindings& findings);

}  // namespace trireme::mesh
