// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/parallel/cost_model.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "dlrm_hpc/embedding/local_shards.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/pending_alltoall.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/log/progress.hpp"

namespace trireme::dlrm {
namespace {

// The best counts: the first one touches pages, and others may be disturbed. A lookup's takes about a
// millisecond.
constexpr int n_lookup_trials = 20, n_wire_trials = 4;

// Pooling, sorting and updating rows of this width, for each lookup.
double seconds_of_lookup(GlobalIndex rows, GlobalIndex width, kernels::RowFormat format,
                         kernels::UpdateRule rule) {
  constexpr std::size_t n_samples = 4096, bag = 4;
  LocalShards shards({Shard{0, 0, rows, 0, width, 0}},
                     {TableShape{"trial", rows, width, Pooling::sum, Arity::bag}}, format, rule, 1);
  const std::size_t column = 0;
  shards.place_columns(std::span(&column, 1));
  ShardBags bags;
  for (std::size_t s = 0; s <= n_samples; ++s) bags.offsets.push_back(static_cast<std::int64_t>(s * bag));
  for (std::uint64_t k = 0; k < n_samples * bag; ++k)
    bags.rows.push_back(static_cast<std::int64_t>(mix_bits(k) % static_cast<std::uint64_t>(rows)));
  const auto stride = static_cast<std::size_t>(width);
  std::vector<float> vectors(n_samples * stride);
  kernels::RuleParameters parameters;
  parameters.rule = rule;
  parameters.learning_rate = 1e-3f;
  parameters.epsilon = 1e-8f;
  double best = std::numeric_limits<double>::infinity();
  for (int trial = 0; trial < n_lookup_trials; ++trial) {
    const double begin = log::Progress::steady_seconds();
    shards.pool(std::span(&bags, 1), n_samples, vectors.data(), stride);
    shards.sort(std::span(&bags, 1), n_samples);
    shards.update(vectors.data(), stride, parameters, 0);
    best = std::min(best, log::Progress::steady_seconds() - begin);
  }
  return best / static_cast<double>(n_samples * bag);
}

// All ranks send to all others at once. The same on every rank.
double seconds_of_wire_byte(const comm::Communicator& comm) {
  const auto n_ranks = static_cast<GlobalIndex>(comm.size());
  const GlobalIndex each = std::max<GlobalIndex>(1024, (GlobalIndex{1} << 20) / n_ranks);
  const std::vector<GlobalIndex> counts(static_cast<std::size_t>(n_ranks), each);
  const std::vector<float> send(static_cast<std::size_t>(each * n_ranks), 1.0f);
  std::vector<float> receive(send.size());
  comm::PendingAllToAll exchange;
  double best = std::numeric_limits<double>::infinity();
  for (int trial = 0; trial < n_wire_trials; ++trial) {
    comm.barrier();
    const double begin = log::Progress::steady_seconds();
    exchange.start(comm, std::span<const float>(send), counts, std::span<float>(receive), counts);
    exchange.finish();
    best = std::min(best, comm::all_max(comm, log::Progress::steady_seconds() - begin));
  }
  return best / static_cast<double>(4 * each * (n_ranks - 1));
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

TableCosts TableCosts::from_figures(const std::vector<double>& nanoseconds) {
  TRIREME_EXPECT(nanoseconds.size() == 3);
  return {1e-9 * nanoseconds[0], 1e-9 * nanoseconds[1], 1e-9 * nanoseconds[2]};
}

std::string TableCosts::as_option() const {
  return fmt::format("plan.cost_figures=[{:.4g},{:.4g},{:.4g}]", 1e9 * of_row_byte, 1e9 * of_lookup,
                     1e9 * of_wire_byte);
}

TableCosts measure_costs(const comm::Communicator& comm, kernels::RowFormat format,
                         kernels::UpdateRule rule) {
  // A straight line through two widths.
  constexpr GlobalIndex narrow = 16, wide = 64;
  std::array<double, 2> seconds{};
  comm::CollectiveGuard(comm).run([&] {
    seconds[0] = seconds_of_lookup(GlobalIndex{1} << 18, narrow, format, rule);
    seconds[1] = seconds_of_lookup(GlobalIndex{1} << 17, wide, format, rule);
  });
  std::vector<double> of_narrow, of_wide;
  for (const auto& of_rank : comm::all_gather_value(comm, seconds)) {
    of_narrow.push_back(of_rank[0]);
    of_wide.push_back(of_rank[1]);
  }
  const double slope = (median(of_wide) - median(of_narrow)) / (4 * (wide - narrow));
  TableCosts costs;
  costs.of_row_byte = std::max(0.0, slope);
  costs.of_lookup = std::max(0.0, median(of_narrow) - 4 * narrow * costs.of_row_byte);
  if (comm.size() > 1) costs.of_wire_byte = seconds_of_wire_byte(comm);
  return costs;
}

}  // namespace trireme::dlrm
