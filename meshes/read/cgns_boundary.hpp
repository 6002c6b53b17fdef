// SPDX-License-Identifier: Apache-2.0
// The boundary conditions of a CGNS zone, which give its faces to markers. Called by read/cgns. Errors (kind
// input) are those of read/cgns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "meshes/core/raw_mesh.hpp"
#include "meshes/read/cgns_sections.hpp"
#include "meshes/read/cgns_tree.hpp"

namespace trireme::mesh {

// Adds the markers of the zone at `path` to the mesh, and notes about them. Returns, for each marker, whether
// facets of it between two cells may be dropped: it is no boundary condition but the rest of a section.
std::vector<bool> read_cgns_boundary(const CgnsNode& zone, const std::string& path,
                                     std::string_view file_name, CgnsSections& sections, RawMesh& mesh);

}  // namespace trireme::mesh
