// SPDX-License-Identifier: Apache-2.0
// The neighbours of every vertex that a thread writes, in the order of the mesh's edges, and the places of
// all vertices: what the loop over vertices of kernels/edge_gradient reads. Vertices without ghost neighbours
// ("inner") come apart from the others ("rim"), which wait for the halo. Built once; immutable. Local.
#pragma once

#include <vector>

#include "fun3d/discretization/edge_arrays.hpp"
#include "fun3d/kernels/neighbour_list.hpp"
#include "meshes/partition/thread_edges.hpp"
#include "solvers/base/array.hpp"

namespace trireme::flow {

class NeighbourPlan {
 public:
  // Without neighbours, for loops over edges.
  NeighbourPlan() = default;
  // Memory: 8 bytes an edge, 24 with weights, and 40 a vertex.
  NeighbourPlan(const EdgeSource& source, const mesh::ThreadEdges& assignment);

  bool empty() const { return threads_.empty(); }
  NeighbourList inner(int thread) const { return threads_[static_cast<std::size_t>(thread)].inner.view(); }
  NeighbourList rim(int thread) const { return threads_[static_cast<std::size_t>(thread)].rim.view(); }
  // [n_local, 4] coordinates and a zero.
  const double* places() const { return places_.data(); }

 private:
  struct Lists {
    Array<LocalIndex> vertices, offsets = {0}, neighbours;
    Array<double> weights;
    NeighbourList view() const { return {vertices, offsets, neighbours, weights}; }
  };
  struct Thread {
    Lists inner, rim;
  };
  std::vector<Thread> threads_;
  Array<double> places_;
};

}  // namespace trireme::flow
