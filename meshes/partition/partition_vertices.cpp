// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/partition_vertices.hpp"

#include "meshes/core/distributed_mesh.hpp"
#include "meshes/partition/metis_partition.hpp"
#include "solvers/comm/collective_guard.hpp"

namespace trireme::mesh {
namespace {

std::vector<GlobalIndex> range_sizes(const RangeDirectory& points) {
  std::vector<GlobalIndex> sizes;
  for (std::size_t rank = 0; rank + 1 < points.offsets().size(); ++rank) {
    sizes.push_back(points.offsets()[rank + 1] - points.offsets()[rank]);
  }
  return sizes;
}

}  // namespace

std::vector<int> partition_vertices(const comm::Communicator& comm, const RangeDirectory& points,
                                    const VertexGraph& graph, int n_parts, Partitioner partitioner) {
  std::vector<int> parts(static_cast<std::size_t>(points.local_size()), 0);
  if (n_parts == 1) return parts;
  const comm::CollectiveGuard guard(comm);
  if (partitioner == Partitioner::contiguous) {
    for (std::size_t v = 0; v < parts.size(); ++v) {
      parts[v] = range_owner(points.total(), n_parts, points.begin() + static_cast<GlobalIndex>(v));
    }
    return parts;
  }
  if (partitioner == Partitioner::metis) {
    const VertexGraph whole = gather_graph(comm, graph);
    std::vector<int> all;
    guard.run([&] {
      if (comm.is_root()) all = metis_partition(whole.row_offsets, whole.columns, n_parts);
    });
    return comm::scatter_from_root(comm, all, range_sizes(points));
  }
  parts = petsc_partition(comm, graph, n_parts, partitioner);
  // Repairs need to know all sizes; graphs that reach this branch are large, their parts are not empty.
  auto all = comm::gather_to_root(comm, parts);
  if (comm.is_root()) repair_partition(all, n_parts);
  return comm::scatter_from_root(comm, all, range_sizes(points));
}

}  // namespace trireme::mesh
