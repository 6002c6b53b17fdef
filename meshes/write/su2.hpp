// SPDX-License-Identifier: Apache-2.0
// Writes SU2's native ASCII mesh format (see read/su2.hpp). Called by trireme-mesh convert.
#pragma once

#include <string>

#include "meshes/core/raw_mesh.hpp"

namespace trireme::mesh {

// The file's text: every real with the digits that give the same bits when read again. Plane meshes are
// written as the one layer of cells that they were extruded to.
std::string su2_text(const RawMesh& mesh);

// Local, on the rank that holds the mesh. The file appears whole or not at all. Throws Error(io).
void write_su2(const std::string& path, const RawMesh& mesh);

}  // namespace trireme::mesh
