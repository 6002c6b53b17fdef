// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/check_mesh.hpp"

namespace trireme::mesh {

void repair_and_check(RawMesh& mesh, std::string_view source) {
  drop_orphan_points(mesh, source);
  reorient_cells(mesh, source);
  check_faces(mesh, source);
}

}  // namespace trireme::mesh
