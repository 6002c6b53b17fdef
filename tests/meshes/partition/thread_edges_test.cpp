// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/thread_edges.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include "meshes/generate/box.hpp"
#include "meshes/partition/build_flow_mesh.hpp"

namespace trireme::mesh {
namespace {

FlowMesh box(GlobalIndex target) {
  const comm::Communicator comm(MPI_COMM_WORLD);
  return build_flow_mesh(comm, generate_box(comm, {.target_vertices = target}), {});
}

TEST(ThreadEdges, EveryOwnedEndIsVisitedByItsThreadInAscendingOrder) {
  const FlowMesh mesh = box(500);
  for (const int n_threads : {1, 2, 4, 7}) {
    const ThreadEdges threads = build_thread_edges(mesh, n_threads);
    std::vector<int> visits(mesh.edges.size(), 0);
    std::vector<int> owners(static_cast<std::size_t>(mesh.n_owned), 0);
    for (int thread = 0; thread < n_threads; ++thread) {
      LocalIndex before = -1;
      for (const LocalIndex e : threads.edges.of(thread)) {
        EXPECT_LT(before, e);
        before = e;
        bool mine = false;
        for (int end = 0; end < 2; ++end) {
          if (threads.vertex_thread[mesh.edges[2 * e + end]] != thread) continue;
          ++visits[2 * e + end];
          mine = true;
        }
        EXPECT_TRUE(mine) << "thread " << thread << " visits edge " << e << " for nothing";
      }
      for (const LocalIndex v : threads.vertices.of(thread)) {
        EXPECT_EQ(threads.vertex_thread[v], thread);
        ++owners[v];
      }
      EXPECT_FALSE(threads.vertices.of(thread).empty());
    }
    EXPECT_EQ(owners, std::vector<int>(owners.size(), 1));
    for (std::size_t i = 0; i < visits.size(); ++i)
      EXPECT_EQ(visits[i], mesh.edges[i] < mesh.n_owned ? 1 : 0);
    if (n_threads == 1) {
      EXPECT_EQ(threads.edges.of(0).size(), static_cast<std::size_t>(mesh.n_edges()));
    }
    if (n_threads == 2) {
      EXPECT_LT(threads.edges.items.size(), 1.5 * mesh.n_edges());
    }
  }
}

TEST(ThreadEdges, MoreThreadsThanVertices) {
  const FlowMesh mesh = box(8);
  const ThreadEdges threads = build_thread_edges(mesh, 16);
  EXPECT_EQ(threads.vertices.items.size(), static_cast<std::size_t>(mesh.n_owned));
  EXPECT_EQ(threads.edges.offsets.size(), 17u);
}

}  // namespace
}  // namespace trireme::mesh
