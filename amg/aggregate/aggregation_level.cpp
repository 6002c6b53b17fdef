// SPDX-License-Identifier: Apache-2.0
#include "amg/aggregate/aggregation_level.hpp"

#include "amg/aggregate/smoothed_interpolation.hpp"
#include "amg/aggregate/tentative.hpp"
#include "amg/kernels/smoothed_rows.hpp"
#include "amg/kernels/strong_mask.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::amg {

AggregationLevel aggregation_level(const MatrixView& matrix, int block_size, const NearNullSpace& space,
                                   std::uint64_t seed, const AggregationOptions& options,
                                   AggregationStructure* kept) {
  Array<double> largest;
  if (block_size == 1) largest = largest_couplings(matrix);
  const StrongGraph graph = block_size == 1
                                ? strong_graph_of_rows(matrix, largest, options.strength_threshold)
                                : strong_graph_of_blocks(matrix, block_size, options.strength_threshold);
  const Aggregates aggregates = form_aggregates(graph, distance_two_set(graph, seed));
  Tentative tentative = tentative_interpolation(graph, aggregates, block_size, space);

  const comm::CollectiveGuard guard(*matrix.comm);
  Array<GlobalIndex> aggregate_of_row;
  guard.run([&] {
    aggregate_of_row.resize(static_cast<std::size_t>(matrix.n_rows()));
    threads::parallel_for(aggregate_of_row.size(), [&](std::size_t row) {
      aggregate_of_row[row] = aggregates.aggregate[row / static_cast<std::size_t>(block_size)];
    });
  });
  AggregationLevel level;
  level.interpolation = smoothed_interpolation(
      {matrix, largest, aggregate_of_row, aggregates.partition, tentative.basis}, options);
  level.coarse_space = std::move(tentative.coarse);
  if (kept == nullptr) return level;
  guard.run([&] {
    if (!largest.empty()) {
      kept->strong.resize(kernels::mask_bytes(LocalRows(matrix)));
      kernels::mask_strong({matrix.diagonal, matrix.off_diagonal, largest, options.strength_threshold},
                           kept->strong);
    }
    kept->aggregate_of_row = std::move(aggregate_of_row);
    kept->aggregates = aggregates.partition;
    kept->basis = std::move(tentative.basis);
  });
  return level;
}

DistributedMatrix smooth_anew(const MatrixView& matrix, const AggregationStructure& kept,
                              const AggregationOptions& options) {
  return smoothed_interpolation({matrix, {}, kept.aggregate_of_row, kept.aggregates, kept.basis, kept.strong},
                                options);
}

}  // namespace trireme::amg
