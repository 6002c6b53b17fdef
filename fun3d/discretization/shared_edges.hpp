// SPDX-License-Identifier: Apache-2.0
// The edges of a mesh dealt out to threads without regard to who owns their vertices, for the strategies that
// settle conflicts otherwise: by colours (edges of one colour share no vertex, and a colour is finished
// before the next begins), by private copies of what is written, or by atomic sums. Made by
// discretization/edge_plan, run by discretization/edge_sums. Local.
#pragma once

#include <span>
#include <vector>

#include "fun3d/discretization/edge_arrays.hpp"
#include "fun3d/discretization/performance_options.hpp"

namespace trireme::flow {

class SharedEdges {
 public:
  SharedEdges() = default;
  // strategy: not owner. Every thread gets a contiguous share of every colour; without colouring all edges
  // count as one colour.
  SharedEdges(const EdgeSource& source, std::span<const VisitedEdge> edges, int n_threads,
              const EdgeLoop& loop, ThreadStrategy strategy);

  int n_colours() const { return threads_.empty() ? 0 : static_cast<int>(threads_[0].offsets.size()) - 1; }
  EdgeList edges(int thread, int colour) const {
    const Thread& own = threads_[static_cast<std::size_t>(thread)];
    return own.edges.view(loop_).part(own.offsets[colour], own.offsets[colour + 1]);
  }

 private:
  struct Thread {
    EdgeArrays edges;
    std::vector<LocalIndex> offsets;  // [n_colours + 1]
  };
  std::vector<Thread> threads_;
  EdgeLoop loop_;
};

// Colour by colour, the edges that no edge taken before them in the same colour shares a written vertex with;
// inside a colour in the given order. ends [n_edges of the mesh, 2]. O(edges * colours).
std::vector<std::vector<VisitedEdge>> coloured(std::span<const VisitedEdge> edges,
                                               std::span<const LocalIndex> ends, LocalIndex n_vertices);

}  // namespace trireme::flow
