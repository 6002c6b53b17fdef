// SPDX-License-Identifier: Apache-2.0
// The steps that both kinds of input (cells, dual) share. Used by build_flow_mesh only.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "meshes/core/flow_mesh.hpp"
#include "meshes/partition/partition_options.hpp"
#include "meshes/partition/records.hpp"

namespace trireme::mesh {

// Local. "point ID (x .., y .., z ..)" with the id of the file, for messages.
std::string place_text(const FlowMesh& mesh, LocalIndex vertex);

// Local. Owned ids in the order the options ask for; edges join positions in owned_ids.
std::vector<GlobalIndex> order_owned(std::vector<GlobalIndex> owned_ids,
                                     const std::vector<std::array<LocalIndex, 2>>& edges, Ordering ordering);

// Whether this rank adds a facet's forces and draws it, or only sees it beside its own vertices.
enum class FacetUse { integrated, seen };

// Local. One boundary triangle, kept when it has an owned corner or is integrated here.
void add_facet(FlowMesh& mesh, const std::array<LocalIndex, 3>& corners, const std::array<double, 3>& area,
               std::int32_t marker, GlobalIndex id, FacetUse use);

// Collective. Given edges, normals, facets and owned volumes: brings the ghosts' volumes, counts global
// edges, and checks volumes and closure. Errors as in build_flow_mesh.
void finish_flow_mesh(const comm::Communicator& comm, FlowMesh& mesh);

}  // namespace trireme::mesh
