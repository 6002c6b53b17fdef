// SPDX-License-Identifier: Apache-2.0
#include "amg/aggregate/tentative.hpp"

#include <algorithm>
#include <numeric>

#include "amg/aggregate/orthonormal_piece.hpp"
#include "solvers/comm/alltoall.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::amg {
namespace {

Tentative single_vector(const Aggregates& aggregates, int block_size, const NearNullSpace& space) {
  Tentative result{{1, Array<double>(space.values.size())}, {1, {}}};
  const auto block = static_cast<std::size_t>(block_size);
  threads::parallel_for(space.values.size(), [&](std::size_t row) {
    result.basis.values[row] = aggregates.aggregate[row / block] < 0 ? 0.0 : space.values[row];
  });
  result.coarse.values.assign(static_cast<std::size_t>(aggregates.partition->n_owned()), 1.0);
  return result;
}

// A node's rows of the near-null space on their way to the owner of its aggregate.
struct Piece {
  GlobalIndex aggregate, node;
};

int owner_of(const Partition& partition, GlobalIndex id) {
  const auto after = std::upper_bound(partition.offsets.begin(), partition.offsets.end(), id);
  return static_cast<int>(after - partition.offsets.begin()) - 1;
}

// The nodes of this rank that are in an aggregate, grouped by the aggregate's owner, and how many go to each.
struct Outgoing {
  std::vector<Piece> pieces;
  std::vector<std::size_t> nodes;
  std::vector<GlobalIndex> counts;
};

Outgoing sort_by_owner(const StrongGraph& graph, const Aggregates& aggregates) {
  Outgoing outgoing;
  for (std::size_t node = 0; node < aggregates.aggregate.size(); ++node)
    if (aggregates.aggregate[node] >= 0) outgoing.nodes.push_back(node);
  std::stable_sort(outgoing.nodes.begin(), outgoing.nodes.end(), [&](std::size_t a, std::size_t b) {
    return aggregates.aggregate[a] < aggregates.aggregate[b];
  });
  outgoing.counts.assign(static_cast<std::size_t>(graph.comm->size()), 0);
  for (const std::size_t node : outgoing.nodes) {
    const GlobalIndex aggregate = aggregates.aggregate[node];
    outgoing.pieces.push_back({aggregate, graph.nodes->begin() + static_cast<GlobalIndex>(node)});
    ++outgoing.counts[static_cast<std::size_t>(owner_of(*aggregates.partition, aggregate))];
  }
  return outgoing;
}

std::vector<GlobalIndex> times(std::vector<GlobalIndex> counts, std::size_t factor) {
  for (GlobalIndex& count : counts) count *= static_cast<GlobalIndex>(factor);
  return counts;
}

}  // namespace

Tentative tentative_interpolation(const StrongGraph& graph, const Aggregates& aggregates, int block_size,
                                  const NearNullSpace& space) {
  if (space.count == 1)
    return comm::CollectiveGuard(*graph.comm).run([&] {
      return single_vector(aggregates, block_size, space);
    });
  const auto width = static_cast<std::size_t>(space.count);
  const std::size_t node_values = static_cast<std::size_t>(block_size) * width;

  const comm::CollectiveGuard guard(*graph.comm);
  Outgoing outgoing;
  std::vector<double> values;
  guard.run([&] {
    outgoing = sort_by_owner(graph, aggregates);
    values.reserve(outgoing.nodes.size() * node_values);
    for (const std::size_t node : outgoing.nodes) {
      const auto first = space.values.begin() + static_cast<std::ptrdiff_t>(node * node_values);
      values.insert(values.end(), first, first + static_cast<std::ptrdiff_t>(node_values));
    }
  });
  const auto pieces = comm::all_to_all_v(*graph.comm, outgoing.pieces, outgoing.counts);
  auto rows = comm::all_to_all_v(*graph.comm, values, times(outgoing.counts, node_values));

  Tentative result;
  guard.run([&] {
    // By aggregate and, within one, by the nodes' global numbers: the same sums for any ranks.
    std::vector<std::size_t> order(pieces.values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      const Piece &pa = pieces.values[a], &pb = pieces.values[b];
      return pa.aggregate != pb.aggregate ? pa.aggregate < pb.aggregate : pa.node < pb.node;
    });
    const auto n_aggregates = static_cast<std::size_t>(aggregates.partition->n_owned());
    std::vector<std::size_t> first_of(n_aggregates + 1, 0);
    for (const Piece& piece : pieces.values)
      ++first_of[static_cast<std::size_t>(piece.aggregate - aggregates.partition->begin()) + 1];
    std::partial_sum(first_of.begin(), first_of.end(), first_of.begin());

    result = {{space.count, Array<double>(space.values.size(), 0.0)},
              {space.count, Array<double>(n_aggregates * width * width)}};
    threads::parallel_for_range(n_aggregates, [&](std::size_t begin, std::size_t end) {
      std::vector<double> piece;
      for (std::size_t aggregate = begin; aggregate < end; ++aggregate) {
        const auto members =
            std::span(order).subspan(first_of[aggregate], first_of[aggregate + 1] - first_of[aggregate]);
        piece.resize(members.size() * node_values);
        for (std::size_t m = 0; m < members.size(); ++m)
          std::copy_n(rows.values.data() + members[m] * node_values, node_values,
                      piece.data() + m * node_values);
        orthonormalize(piece, space.count,
                       std::span(result.coarse.values).subspan(aggregate * width * width, width * width));
        for (std::size_t m = 0; m < members.size(); ++m)
          std::copy_n(piece.data() + m * node_values, node_values,
                      rows.values.data() + members[m] * node_values);
      }
    });
  });

  const auto returned = comm::all_to_all_v(*graph.comm, rows.values, rows.counts);
  for (std::size_t k = 0; k < outgoing.nodes.size(); ++k)
    std::copy_n(returned.values.data() + k * node_values, node_values,
                result.basis.values.data() + outgoing.nodes[k] * node_values);
  return result;
}

}  // namespace trireme::amg
