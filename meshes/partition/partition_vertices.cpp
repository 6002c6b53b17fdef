// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/partition_vertices.hpp"

#include <algorithm>

#include "meshes/core/distributed_mesh.hpp"
#include "meshes/partition/metis_partition.hpp"
#include "meshes/partition/petsc_partition.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::mesh {
namespace {

// Parts by ranges of ids, each with a vertex when there are enough.
std::vector<int> parts_of_ranges(const RangeDirectory& points, int n_parts) {
  std::vector<int> parts(static_cast<std::size_t>(points.local_size()));
  for (std::size_t v = 0; v < parts.size(); ++v)
    parts[v] = range_owner(points.total(), n_parts, points.begin() + static_cast<GlobalIndex>(v));
  return parts;
}

// Whether every vertex has a part and every part a vertex.
bool parts_are_sound(const comm::Communicator& comm, std::span<const int> parts, int n_parts) {
  // The last entry counts vertices without a part.
  std::vector<GlobalIndex> sizes(static_cast<std::size_t>(n_parts) + 1, 0);
  for (const int part : parts) ++sizes[part >= 0 && part < n_parts ? part : n_parts];
  comm::all_sum_in_place(comm, std::span(sizes));
  return sizes.back() == 0 && std::find(sizes.begin(), sizes.end() - 1, 0) == sizes.end() - 1;
}

}  // namespace

std::vector<int> partition_vertices(const comm::Communicator& comm, const RangeDirectory& points,
                                    const VertexGraph& graph, int n_parts, Partitioner partitioner,
                                    std::vector<std::string>& notes) {
  if (n_parts == 1) return std::vector<int>(static_cast<std::size_t>(points.local_size()), 0);
  if (partitioner == Partitioner::contiguous) return parts_of_ranges(points, n_parts);
  const comm::CollectiveGuard guard(comm);
  if (partitioner == Partitioner::metis) {
    const VertexGraph whole = gather_graph(comm, graph);
    MetisParts all;
    guard.run([&] {
      if (comm.is_root()) all = metis_partition(whole.row_offsets, whole.columns, n_parts);
    });
    if (!all.failure.empty()) {
      notes.push_back(all.failure +
                      "; the vertices are divided into contiguous ranges of the file's order, " +
                      "which usually cuts more edges");
    }
    return comm::scatter_from_root(comm, all.parts, points.sizes());
  }
  // Nothing to optimize, and partitioners are known to leave parts empty here. A partitioner that is missing
  // is an error for any mesh.
  if (petsc_has(partitioner) && points.total() <= 2 * static_cast<GlobalIndex>(n_parts))
    return parts_of_ranges(points, n_parts);
  std::vector<int> parts = petsc_partition(comm, graph, n_parts, partitioner);
  if (parts_are_sound(comm, parts, n_parts)) return parts;
  auto all = comm::gather_to_root(comm, parts);
  guard.run([&] { repair_partition(all, n_parts); });
  return comm::scatter_from_root(comm, all, points.sizes());
}

}  // namespace trireme::mesh
