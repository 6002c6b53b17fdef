// SPDX-License-Identifier: Apache-2.0
// Reads the project's own mesh format, written by write/own_hdf5. Cells are read by all ranks together, each
// its contiguous ranges, so that no rank ever holds the whole; a dual is read by rank 0 alone, as from the
// foreign file that it came from. Called by partition/load_flow_mesh.
//
// Layout (HDF5): root attributes format = "trireme mesh", version = 1, kind = "cells" or "dual", dimension,
// marker_names (one a line). Cells: points [n, 3], cell_types [cells] (0 tetrahedron, 1 pyramid, 2 prism, 3
// hexahedron), cell_vertices [flat], cell_offsets [cells + 1], facet_vertices [flat], facet_offsets [facets +
// 1], facet_marker [facets]. Dual: points, volumes [n], edges [m, 2], edge_normals [m, 3], facets [f, 3],
// facet_normals [f, 3], facet_marker [f].
#pragma once

#include <string>
#include <variant>

#include "meshes/core/distributed_mesh.hpp"
#include "meshes/core/raw_dual.hpp"

namespace trireme::mesh {

// Collective. Cells on every rank, or a dual on rank 0 (and an empty one elsewhere). Errors (kind input, the
// same on all ranks): no such file, not this format or a newer version, data sets missing or of the wrong
// length, ids or offsets out of range, edges from a vertex to itself, coordinates, volumes or area vectors
// that are not finite.
std::variant<DistributedMesh, RawDual> read_own_hdf5(const comm::Communicator& comm, const std::string& path);

}  // namespace trireme::mesh
