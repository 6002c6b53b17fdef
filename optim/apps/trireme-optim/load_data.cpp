// SPDX-License-Identifier: Apache-2.0
#include "optim/apps/trireme-optim/load_data.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "optim/data/load_samples.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::optim {
namespace {

enum class Purpose { training, validation };

// Rows from max_rows on are dropped.
void keep_first(const comm::Communicator& comm, GlobalIndex max_rows, RawSamples& rows) {
  if (max_rows == 0) return;
  const GlobalIndex first = comm::exclusive_scan_sum(comm, rows.n_rows());
  const auto kept = static_cast<std::size_t>(std::clamp<GlobalIndex>(max_rows - first, 0, rows.n_rows()));
  rows.labels.resize(kept);
  rows.offsets.resize(kept + 1);
  rows.columns.resize(static_cast<std::size_t>(rows.offsets.back()));
  rows.values.resize(rows.columns.size());
}

// Generated test samples are the rows behind those of training.
RawSamples read_raw(const comm::Communicator& comm, const DataOptions& data, Purpose purpose) {
  const bool training = purpose == Purpose::training;
  switch (data.format) {
    case DataFormat::libsvm:
      return read_libsvm(comm, training ? data.train : data.test, data.index_base);
    case DataFormat::idx:
      return read_idx(comm, training ? data.train : data.test,
                      training ? data.train_labels : data.test_labels);
    case DataFormat::generated:
      break;
  }
  const GlobalIndex n = training ? data.rows : data.test_rows, offset = training ? 0 : data.rows;
  const auto [begin, end] = threads::thread_range(n, comm.rank(), comm.size());
  return generate_samples(data.shape, static_cast<std::uint64_t>(data.seed), offset + begin, offset + end);
}

}  // namespace

std::shared_ptr<const Samples> load_training(program::Context& context, const ProgramOptions& options) {
  const log::ScopedStage stage(context.timers, "data");
  const DataOptions& data = options.data;
  DealOptions deal{.unit_rows = data.unit_rows,
                   .labels = options.model.labels(),
                   .seed = static_cast<std::uint64_t>(data.seed),
                   .n_features = data.format == DataFormat::generated ? features_of(data.shape) : 0};
  RawSamples rows = read_raw(context.comm, data, Purpose::training);
  keep_first(context.comm, data.max_rows, rows);
  auto samples = std::make_shared<const Samples>(deal_samples(
      context.comm, std::move(rows), deal, data.format == DataFormat::generated ? "generated" : data.train));
  const auto n_entries = comm::all_sum(
      context.comm, samples->is_dense ? samples->n_rows() * samples->n_features : samples->offsets.back());
  context.log.line(fmt::format("{} samples of {} features, {} {} entries, {} classes, on {} ranks",
                               samples->n_samples, samples->n_features, n_entries,
                               samples->is_dense ? "dense" : "sparse", samples->classes.size(),
                               context.comm.size()));
  context.record.set("data.samples", samples->n_samples);
  context.record.set("data.features", samples->n_features);
  context.record.set("data.entries", n_entries);
  context.record.set("data.dense", samples->is_dense);
  context.record.set("data.classes", samples->classes);
  return samples;
}

std::shared_ptr<const Samples> load_test(program::Context& context, const ProgramOptions& options,
                                         const SampleShape& shape) {
  const DataOptions& data = options.data;
  const bool generated = data.format == DataFormat::generated;
  if (generated ? data.test_rows == 0 : data.test.empty()) return nullptr;
  const log::ScopedStage stage(context.timers, "data");
  const DealOptions deal{.unit_rows = data.unit_rows, .labels = options.model.labels(), .shape = shape};
  return std::make_shared<const Samples>(
      deal_samples(context.comm, read_raw(context.comm, data, Purpose::validation), deal, data.test));
}

}  // namespace trireme::optim
