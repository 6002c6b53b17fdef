// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/partition_vertices.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include "meshes/generate/box.hpp"

namespace trireme::mesh {
namespace {

struct BoxGraph {
  comm::Communicator comm{MPI_COMM_WORLD};
  DistributedMesh mesh;
  RangeDirectory points;
  VertexGraph graph;
  BoxGraph()
      : mesh(generate_box(comm, {.target_vertices = 300})),
        points(comm, static_cast<GlobalIndex>(mesh.points.size())),
        graph(build_vertex_graph(comm, points, cell_edge_list(mesh))) {}
};

TEST(VertexGraph, IsSymmetricAndDoesNotDependOnTheRanks) {
  BoxGraph box;
  const VertexGraph whole = gather_graph(box.comm, box.graph);
  const auto self = comm::Communicator::self();
  const DistributedMesh serial = generate_box(self, {.target_vertices = 300});
  const RangeDirectory all(self, static_cast<GlobalIndex>(serial.points.size()));
  const VertexGraph expected = build_vertex_graph(self, all, cell_edge_list(serial));
  if (!box.comm.is_root()) return;
  EXPECT_EQ(whole.row_offsets, expected.row_offsets);
  EXPECT_EQ(whole.columns, expected.columns);
  for (GlobalIndex v = 0; v < whole.n_rows(); ++v) {
    for (GlobalIndex k = whole.row_offsets[v]; k < whole.row_offsets[v + 1]; ++k) {
      const GlobalIndex w = whole.columns[k];
      EXPECT_TRUE(std::binary_search(whole.columns.begin() + whole.row_offsets[w],
                                     whole.columns.begin() + whole.row_offsets[w + 1], v));
    }
  }
}

TEST(PartitionVertices, AllRanksGetTheirShareOfTheSamePartition) {
  BoxGraph box;
  for (const Partitioner partitioner : {Partitioner::metis, Partitioner::contiguous}) {
    for (const int n_parts : {1, 2, 5}) {
      std::vector<std::string> notes;
      const auto parts = partition_vertices(box.comm, box.points, box.graph, n_parts, partitioner, notes);
      EXPECT_TRUE(notes.empty());
      ASSERT_EQ(parts.size(), box.mesh.points.size());
      const auto all = comm::all_gather(box.comm, parts);
      std::vector<GlobalIndex> sizes(static_cast<std::size_t>(n_parts), 0);
      for (const int part : all) ++sizes.at(static_cast<std::size_t>(part));
      for (const GlobalIndex size : sizes) EXPECT_GT(size, 0);
    }
  }
}

}  // namespace
}  // namespace trireme::mesh
