// SPDX-License-Identifier: Apache-2.0
// Which thread writes which vertex, and which edges it therefore has to visit. Called by the flow
// solver's loops, once per thread count.
//
// Owner-only writes: each owned vertex belongs to one thread; a thread visits every edge with an end of its
// own, in ascending edge order, and writes only to its own ends. Edges between two threads' vertices are
// computed twice. So there are no races, and every vertex receives its contributions in ascending edge order
// whatever the number of threads: the same bits. (PETSc-FUN3D and KFUN3D partition this way; W. D. Gropp et
// al., SC'99, doi 10.1145/331532.331600.)
#pragma once

#include <span>
#include <vector>

#include "meshes/core/flow_mesh.hpp"

namespace trireme::mesh {

// The items of each thread: those of thread t are items[offsets[t] .. offsets[t + 1]), ascending.
struct ThreadItems {
  std::vector<LocalIndex> offsets = {0};  // [n_threads + 1]
  std::vector<LocalIndex> items;
  std::span<const LocalIndex> of(int thread) const {
    return std::span(items).subspan(static_cast<std::size_t>(offsets[thread]),
                                    static_cast<std::size_t>(offsets[thread + 1] - offsets[thread]));
  }
};

struct ThreadEdges {
  int n_threads = 1;
  std::vector<std::int32_t> vertex_thread;  // [n_local] owner thread of an owned vertex, -1 for ghosts
  ThreadItems edges;                        // positions in FlowMesh::edges
  ThreadItems vertices;                     // owned vertices
};

// METIS divides the owned vertices among the threads (one thread never calls it; parts may be empty when
// there are fewer vertices than threads; where METIS fails, contiguous ranges are used, which only costs
// time). Local, deterministic. Memory: 4 bytes per vertex, about 1.2 * 4 bytes per edge.
ThreadEdges build_thread_edges(const FlowMesh& mesh, int n_threads);

// The lists for items that each join `arity` vertices; vertex_thread as above.
ThreadItems items_of_threads(std::span<const LocalIndex> item_vertices, int arity,
                             std::span<const std::int32_t> vertex_thread, int n_threads);

}  // namespace trireme::mesh
