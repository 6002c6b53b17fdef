// SPDX-License-Identifier: Apache-2.0
// Splits a FlowMesh's edges over threads and lays out, thread by thread in visiting order, all that edge
// loops read in step with the edges. Built once from the mesh; immutable. Edges between owned vertices
// ("interior") come apart from edges to ghosts ("halo"), so that the former hide the exchange of the latter.
// Local.
#pragma once

#include <span>
#include <vector>

#include "fun3d/discretization/edge_arrays.hpp"
#include "fun3d/discretization/performance_options.hpp"
#include "fun3d/discretization/shared_edges.hpp"
#include "fun3d/kernels/edge_list.hpp"
#include "meshes/core/flow_mesh.hpp"
#include "meshes/partition/thread_edges.hpp"

namespace trireme::flow {

class EdgePlan {
 public:
  // Which thread writes which vertex comes from `assignment`. Memory: 69 bytes an edge, 8
  // more with weights, which planes of symmetry need too; edges between two threads count twice. Strategies
  // other than `owner` take as much again.
  EdgePlan(const mesh::FlowMesh& mesh, const mesh::ThreadEdges& assignment, GradientWeights weights,
           const SymmetryPlan& symmetry = {}, const PerformanceOptions& performance = {});

  int n_threads() const { return static_cast<int>(threads_.size()); }
  // Owned vertices the thread writes, ascending.
  std::span<const LocalIndex> vertices(int thread) const { return threads_[thread].vertices; }
  EdgeList interior(int thread) const { return threads_[thread].interior.view(loop_); }
  EdgeList halo(int thread) const { return threads_[thread].halo.view(loop_); }
  // Position in the mesh's edge list of each entry of interior(thread), halo(thread).
  std::span<const LocalIndex> interior_numbers(int thread) const {
    return threads_[thread].interior.numbers();
  }
  std::span<const LocalIndex> halo_numbers(int thread) const { return threads_[thread].halo.numbers(); }

  ThreadStrategy strategy() const { return strategy_; }
  // The same edges dealt out by the strategy; empty for `owner`.
  const SharedEdges& shared_interior() const { return shared_interior_; }
  const SharedEdges& shared_halo() const { return shared_halo_; }

 private:
  struct Thread {
    std::vector<LocalIndex> vertices;
    EdgeArrays interior, halo;
  };
  std::vector<Thread> threads_;
  EdgeLoop loop_;
  ThreadStrategy strategy_;
  SharedEdges shared_interior_, shared_halo_;
};

}  // namespace trireme::flow
