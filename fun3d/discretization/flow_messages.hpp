// SPDX-License-Identifier: Apache-2.0
// What an evaluation of the flow residual would send if its mesh were cut into any number of parts, counted
// from the exchange plans of all parts, which one process builds: for numbers of ranks that nobody wants to
// run. For case/message_report; a test compares it with what MPI is asked to send.
#pragma once

#include <span>

#include "meshes/core/flow_mesh.hpp"

namespace trireme::flow {

struct FlowMessages {
  int parts = 0;
  GlobalIndex messages = 0, values = 0;  // of one exchange of the ghosts, all parts together; vertices
  int most_messages = 0;                 // of one part
  GlobalIndex most_values = 0;
  GlobalIndex most_edges = 0;  // that a part visits, those to its ghosts included
  GlobalIndex all_edges = 0;   // sum over the parts
  GlobalIndex most_vertices = 0;

  double edge_imbalance() const { return all_edges > 0 ? double(most_edges) * parts / double(all_edges) : 1; }
};

// mesh: all of it on one rank, without periodic images. part_of [n_owned]: the part of each vertex, 0 ..
// n_parts - 1; parts may be empty. Throws Error (input) for a mesh with ghosts. Local; a few passes over the
// edges.
FlowMessages count_flow_messages(const mesh::FlowMesh& mesh, std::span<const int> part_of, int n_parts);

// METIS's partition of the mesh, as ranks would get it. Conditions as above.
std::vector<int> partition_for_counting(const mesh::FlowMesh& mesh, int n_parts);

// Exchanges of a second-order residual: of the state [N], and of its gradients [3 N].
inline constexpr int exchanges_per_residual = 2;
constexpr GlobalIndex residual_bytes(GlobalIndex values, int n_unknowns) {
  return values * 4 * n_unknowns * GlobalIndex{sizeof(double)};
}

}  // namespace trireme::flow
