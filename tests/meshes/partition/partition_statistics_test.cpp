// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/partition_statistics.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include "meshes/generate/box.hpp"
#include "meshes/partition/build_flow_mesh.hpp"
#include "meshes/partition/partition_vertices.hpp"

namespace trireme::mesh {
namespace {

TEST(PartitionStatistics, APathCutInThree) {
  // 0 1 | 2 3 | 4 5
  VertexGraph path;
  for (GlobalIndex v = 0; v < 6; ++v) {
    if (v > 0) path.columns.push_back(v - 1);
    if (v < 5) path.columns.push_back(v + 1);
    path.row_offsets.push_back(static_cast<GlobalIndex>(path.columns.size()));
  }
  const auto statistics = measure_partition(path, std::vector<int>{0, 0, 2, 2, 1, 1}, 4);
  EXPECT_EQ(statistics.edges, 5);
  EXPECT_EQ(statistics.cut_edges, 2);
  EXPECT_EQ(statistics.messages, 4);
  EXPECT_EQ(statistics.parts[2].vertices, 2);
  EXPECT_EQ(statistics.parts[2].edges, 3);
  EXPECT_EQ(statistics.parts[2].cut_edges, 2);
  EXPECT_EQ(statistics.parts[2].ghosts, 2);
  EXPECT_EQ(statistics.parts[2].sent, 2);
  EXPECT_EQ(statistics.parts[2].neighbours, 2);
  EXPECT_EQ(statistics.parts[0].neighbours, 1);
  EXPECT_EQ(statistics.parts[3].vertices, 0);
  EXPECT_DOUBLE_EQ(statistics.vertex_imbalance, 4.0 / 3);
}

TEST(PartitionStatistics, CountsWhatTheRanksOfARunHave) {
  const comm::Communicator comm(MPI_COMM_WORLD);
  const FlowMesh mesh = build_flow_mesh(comm, generate_box(comm, {.target_vertices = 700}), {});

  const auto self = comm::Communicator::self();
  const DistributedMesh serial = generate_box(self, {.target_vertices = 700});
  const RangeDirectory points(self, static_cast<GlobalIndex>(serial.points.size()));
  const VertexGraph whole = build_vertex_graph(self, points, cell_edge_list(serial));
  std::vector<std::string> notes;
  const auto parts = partition_vertices(self, points, whole, comm.size(), Partitioner::metis, notes);
  const PartitionStatistics statistics = measure_partition(whole, parts, comm.size());
  const PartStatistics& mine = statistics.parts[static_cast<std::size_t>(comm.rank())];
  EXPECT_EQ(statistics.edges, mesh.n_edges_global);
  EXPECT_EQ(mine.vertices, mesh.n_owned);
  EXPECT_EQ(mine.edges, mesh.n_edges());
  EXPECT_EQ(mine.ghosts, mesh.n_ghost);
  EXPECT_EQ(mine.neighbours, static_cast<int>(mesh.halo->neighbours().size()));
  EXPECT_EQ(mine.sent, static_cast<GlobalIndex>(mesh.halo->send_indices().size()));
}

}  // namespace
}  // namespace trireme::mesh
