// SPDX-License-Identifier: Apache-2.0
// Splits a FlowMesh's edges over threads and lays out, thread by thread in visiting order, all that edge
// loops read in step with the edges. Built once from the mesh; immutable. Edges between owned vertices
// ("interior") come apart from edges to ghosts ("halo"), so that the former hide the exchange of the latter.
// Local.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "fun3d/discretization/gradient_weights.hpp"
#include "fun3d/discretization/symmetry_plan.hpp"
#include "fun3d/kernels/edge_list.hpp"
#include "meshes/core/flow_mesh.hpp"
#include "meshes/partition/thread_edges.hpp"

namespace trireme::flow {

class EdgePlan {
 public:
  // Which thread writes which vertex comes from `assignment`. Memory: 69 bytes an edge, 8
  // more with weights, which planes of symmetry need too; edges between two threads count twice.
  EdgePlan(const mesh::FlowMesh& mesh, const mesh::ThreadEdges& assignment, GradientWeights weights,
           const SymmetryPlan& symmetry = {});

  int n_threads() const { return static_cast<int>(threads_.size()); }
  // Owned vertices the thread writes, ascending.
  std::span<const LocalIndex> vertices(int thread) const { return threads_[thread].vertices; }
  EdgeList interior(int thread) const { return threads_[thread].interior.view(); }
  EdgeList halo(int thread) const { return threads_[thread].halo.view(); }
  // Position in the mesh's edge list of each entry of interior(thread), halo(thread).
  std::span<const LocalIndex> interior_numbers(int thread) const { return threads_[thread].interior.numbers; }
  std::span<const LocalIndex> halo_numbers(int thread) const { return threads_[thread].halo.numbers; }

 private:
  struct Edges {
    std::vector<LocalIndex> ends, numbers;
    std::vector<std::uint8_t> writes;
    std::array<std::vector<double>, 3> normals, vectors;
    std::vector<double> areas, weights;

    EdgeList view() const {
      return {
          ends,   writes, {normals[0], normals[1], normals[2]}, areas, {vectors[0], vectors[1], vectors[2]},
          weights};
    }
    void reserve(std::size_t n, bool with_weights);
    void append(const mesh::FlowMesh& mesh, LocalIndex edge, std::uint8_t written, GradientWeights form,
                const SymmetryPlan& symmetry);
  };
  struct Thread {
    std::vector<LocalIndex> vertices;
    Edges interior, halo;
  };
  std::vector<Thread> threads_;
};

}  // namespace trireme::flow
