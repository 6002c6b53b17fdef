// SPDX-License-Identifier: Apache-2.0
// Reads a foreign mesh file of any known format. Called on one rank by partition/load_flow_mesh and by
// trireme-mesh.
#pragma once

#include <string>
#include <variant>

#include "meshes/core/raw_dual.hpp"
#include "meshes/core/raw_mesh.hpp"

namespace trireme::mesh {

enum class MeshFormat { su2, petsc_fun3d, gmsh, ugrid, cgns, own_hdf5, vtkhdf };

// Format by extension, ".gz" ignored: .su2, .msh (petsc_fun3d; the contents say whether it is Gmsh's
// instead), .msh2/.msh4 (gmsh), .ugrid, .cgns, .h5/.hdf5/.trimesh (own), .vtkhdf (written only). Error
// (input) with the list of known extensions otherwise.
MeshFormat format_of(const std::string& path);

// Reads path, for .ugrid also the .mapbc file beside it if there is one, and, for cells, repairs and checks
// the topology (core/check_mesh.hpp). Local. Errors: kind input.
std::variant<RawMesh, RawDual> read_foreign_mesh(const std::string& path);

// The same as the file has it, with its topology unexamined. For trireme-mesh check.
std::variant<RawMesh, RawDual> parse_foreign_mesh(const std::string& path);

}  // namespace trireme::mesh
