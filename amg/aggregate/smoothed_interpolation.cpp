// SPDX-License-Identifier: Apache-2.0
#include "amg/aggregate/smoothed_interpolation.hpp"

#include <algorithm>
#include <cmath>

#include "amg/aggregate/aggregate_workspace.hpp"
#include "amg/aggregate/foreign_aggregates.hpp"
#include "amg/kernels/smoothed_rows.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/halo_exchange.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/threads/fixed_chunk_reduce.hpp"
#include "solvers/threads/parallel_for.hpp"
#include "solvers/threads/scan.hpp"
#include "solvers/threads/thread_count.hpp"

namespace trireme::amg {
namespace {

double norm(const comm::Communicator& comm, std::span<const double> x) {
  const double local = threads::fixed_chunk_sum<double>(x.size(), [&](std::size_t begin, std::size_t end) {
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += x[i] * x[i];
    return sum;
  });
  return std::sqrt(comm::all_sum(comm, local));
}

// The power method approaches the eigenvalue from below, so its last quotient is raised by a tenth.
double power_estimate(const MatrixView& matrix, const kernels::FilteredMatrix& filtered,
                      std::span<const double> diagonal, int iterations) {
  const auto n = static_cast<std::size_t>(matrix.n_rows());
  comm::HaloExchange<double> halo(*matrix.comm, matrix.plan, 1);
  Array<double> x, y;
  comm::CollectiveGuard(*matrix.comm).run([&] {
    x.resize(n + static_cast<std::size_t>(matrix.n_ghosts()));
    y.resize(n);
  });
  for (std::size_t row = 0; row < n; ++row)
    x[row] = symmetric_hash(0, matrix.rows->begin() + static_cast<GlobalIndex>(row), 0);
  double estimate = 0;
  for (int step = 0; step < iterations; ++step) {
    const double length = norm(*matrix.comm, std::span(x).first(n));
    if (!(length > 0)) return 0;
    threads::parallel_for(n, [&](std::size_t row) { x[row] /= length; });
    halo.start(std::span<double>(x)).finish();
    kernels::apply_scaled(filtered, diagonal, x, y);
    estimate = norm(*matrix.comm, y);
    std::copy(y.begin(), y.end(), x.begin());
  }
  return 1.1 * estimate;
}

// Of D^-1 A_F; by Gershgorin's theorem, or estimated.
double largest_eigenvalue(const MatrixView& matrix, const kernels::FilteredMatrix& filtered,
                          std::span<const double> diagonal, std::span<const double> row_sums,
                          int power_iterations) {
  if (power_iterations > 0) return power_estimate(matrix, filtered, diagonal, power_iterations);
  const auto largest = std::max_element(row_sums.begin(), row_sums.end());
  return comm::all_max(*matrix.comm, largest == row_sums.end() ? 0.0 : *largest);
}

LocalIndex longest_row(const MatrixView& matrix) {
  LocalIndex longest = 0;
  for (std::size_t row = 0; row < static_cast<std::size_t>(matrix.n_rows()); ++row) {
    const auto length = [&](const CsrView& part) { return part.offsets[row + 1] - part.offsets[row]; };
    longest = std::max(longest, length(matrix.diagonal) + length(matrix.off_diagonal));
  }
  return longest;
}

void set_offsets(Csr& part, LocalIndex n_columns) {
  part.n_columns = n_columns;
  const auto n_nonzeros =
      static_cast<std::size_t>(threads::exclusive_scan(std::span<LocalIndex>(part.offsets)));
  part.columns.resize(n_nonzeros);
  part.values.resize(n_nonzeros);
}

std::shared_ptr<const Partition> scaled(const Partition& partition, int factor) {
  auto result = std::make_shared<Partition>(partition);
  for (GlobalIndex& offset : result->offsets) offset *= factor;
  return result;
}

}  // namespace

DistributedMatrix smoothed_interpolation(const SmoothedInput& input, const AggregationOptions& options) {
  const MatrixView& matrix = input.matrix;
  const auto n = static_cast<std::size_t>(matrix.n_rows()),
             n_local = n + static_cast<std::size_t>(matrix.n_ghosts());
  const int width = input.basis.count;

  const comm::CollectiveGuard guard(*matrix.comm);

  // The tentative prolongator's rows of ghosts.
  Array<double> basis;
  Array<GlobalIndex> aggregate;
  guard.run([&] {
    basis.resize(n_local * static_cast<std::size_t>(width));
    std::copy(input.basis.values.begin(), input.basis.values.end(), basis.begin());
    aggregate.resize(n_local);
    std::copy(input.aggregate_of_row.begin(), input.aggregate_of_row.end(), aggregate.begin());
  });
  comm::HaloExchange<double> values(*matrix.comm, matrix.plan, width);
  comm::HaloExchange<GlobalIndex> numbers(*matrix.comm, matrix.plan, 1);
  auto basis_on_its_way = values.start(std::span<double>(basis));
  numbers.start(std::span<GlobalIndex>(aggregate)).finish();
  basis_on_its_way.finish();

  const kernels::FilteredMatrix filtered{matrix.diagonal, matrix.off_diagonal, input.largest,
                                         options.strength_threshold, input.strong};
  Array<double> diagonal, row_sums;
  guard.run([&] {
    diagonal.resize(n);
    row_sums.resize(n);
    kernels::scaled_rows(filtered, diagonal, row_sums);
  });
  const double eigenvalue =
      largest_eigenvalue(matrix, filtered, diagonal, row_sums, options.power_iterations);
  const double damping = eigenvalue > 0 ? options.relaxation / eigenvalue : 0;

  DistributedMatrix result;
  guard.run([&] {
    if (damping == 0) std::fill(diagonal.begin(), diagonal.end(), 0.0);  // no row is smoothed

    const ForeignAggregates foreign(filtered, diagonal, *input.aggregates, aggregate);
    const auto n_foreign = static_cast<LocalIndex>(foreign.numbers().size());
    AggregateWorkspace workspace(threads::max_threads(), input.aggregates->n_owned() + n_foreign,
                                 longest_row(matrix), width);
    const kernels::SmoothedRows rows{
        filtered,  diagonal, damping, foreign.local(), input.aggregates->n_owned(),
        n_foreign, basis,    width,   workspace.rows()};
    result.comm = matrix.comm;
    result.rows = matrix.rows;
    result.columns = scaled(*input.aggregates, width);
    result.diagonal.offsets.resize(n + 1);
    result.off_diagonal.offsets.resize(n + 1);
    kernels::count_smoothed(rows, result.diagonal.offsets, result.off_diagonal.offsets);
    set_offsets(result.diagonal, input.aggregates->n_owned() * width);
    set_offsets(result.off_diagonal, n_foreign * width);
    kernels::fill_smoothed(rows, result.diagonal, result.off_diagonal);

    for (const GlobalIndex number : foreign.numbers())
      for (int c = 0; c < width; ++c) result.ghost_columns.push_back(number * width + c);
  });
  result.plan = std::make_shared<comm::ExchangePlan>(comm::build_exchange_plan(
      *matrix.comm, result.columns->begin(), result.columns->n_owned(), result.ghost_columns));
  return result;
}

}  // namespace trireme::amg
