// SPDX-License-Identifier: Apache-2.0
#include "optim/apps/trireme-optim/load_data.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "optim/data/load_samples.hpp"
#include "optim/data/sample_cache.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/log/machine.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::optim {
namespace {

enum class Purpose { training, validation };

// Rows [begin, end) of the file are kept.
void keep_rows(const comm::Communicator& comm, GlobalIndex begin, GlobalIndex end, RawSamples& rows) {
  const GlobalIndex first = comm::exclusive_scan_sum(comm, rows.n_rows());
  const GlobalIndex from = std::clamp<GlobalIndex>(begin - first, 0, rows.n_rows()),
                    to = std::clamp<GlobalIndex>(end - first, from, rows.n_rows());
  const std::int64_t first_entry = rows.offsets[static_cast<std::size_t>(from)],
                     last_entry = rows.offsets[static_cast<std::size_t>(to)];
  const auto cut = [](auto& values, std::int64_t keep_from, std::int64_t keep_to) {
    values.erase(values.begin() + keep_to, values.end());
    values.erase(values.begin(), values.begin() + keep_from);
  };
  cut(rows.labels, from, to);
  cut(rows.columns, first_entry, last_entry);
  cut(rows.values, first_entry, last_entry);
  cut(rows.offsets, from, to + 1);
  for (std::int64_t& offset : rows.offsets) offset -= first_entry;
}

// The file's rows that serve the purpose: those before max_rows, of which the last hold_out validate.
void keep_for(const comm::Communicator& comm, const DataOptions& data, Purpose purpose, RawSamples& rows) {
  GlobalIndex n = comm::all_sum(comm, rows.n_rows());
  if (data.max_rows > 0) n = std::min<GlobalIndex>(n, data.max_rows);
  TRIREME_VALIDATE(data.hold_out < std::max<GlobalIndex>(n, 1), ErrorKind::input,
                   fmt::format("data.hold_out is {}", data.hold_out), fmt::format("there are {} samples", n),
                   "hold fewer out");
  const GlobalIndex border = n - data.hold_out;
  if (purpose == Purpose::training)
    keep_rows(comm, 0, border, rows);
  else
    keep_rows(comm, border, n, rows);
}

// key: of the report; null where the same file was read, and all said of it, before.
RawSamples read_text(program::Context& context, const DataOptions& data, const std::string& path,
                     const char* key) {
  if (data.cache.empty()) return read_libsvm(context.comm, path, data.index_base);
  CachedSamples read = read_libsvm_cached(context.comm, path, data.index_base, data.cache);
  if (key != nullptr) {
    for (const std::string& remark : read.remarks) context.log.line(remark);
    context.record.set(key, read.from_copy);
  }
  return std::move(read.rows);
}

// Throws Error (input) when n_rows on each of `ranks` ranks cannot lie in this machine's memory, rather than
// be killed for it. Counts what a row takes while it is dealt: as made, as sent, as received and as kept.
void require_room(const DataOptions& data, GlobalIndex n_rows, int ranks) {
  constexpr double bytes_of_entry = 4 * sizeof(std::int64_t);
  const double needed = static_cast<double>(n_rows) * ranks * bytes_of_entry *
                        static_cast<double>(1 + entries_of_row(data.shape));
  const double memory = log::this_machine().memory_gib * (1u << 30);
  TRIREME_VALIDATE(memory == 0 || needed < memory, ErrorKind::input,
                   fmt::format("data.rows and data.test_rows are {} and {}", data.rows, data.test_rows),
                   fmt::format("{} of them on each of {} ranks take about {:.3g} GiB here, which has {:.3g}",
                               n_rows, ranks, needed / (1u << 30), memory / (1u << 30)),
                   "generate fewer, or use more machines");
}

// Generated test samples are the rows behind those of training.
RawSamples read_raw(program::Context& context, const DataOptions& data, Purpose purpose) {
  const comm::Communicator& comm = context.comm;
  const bool training = purpose == Purpose::training || data.hold_out > 0;
  switch (data.format) {
    case DataFormat::libsvm:
      return training ? read_text(context, data, data.train,
                                  purpose == Purpose::training ? "data.from_cache" : nullptr)
                      : read_text(context, data, data.test, "data.test_from_cache");
    case DataFormat::idx:
      return read_idx(comm, training ? data.train : data.test,
                      training ? data.train_labels : data.test_labels);
    case DataFormat::generated:
      break;
  }
  const GlobalIndex n = training ? data.rows : data.test_rows, offset = training ? 0 : data.rows;
  const auto [begin, end] = threads::thread_range(n, comm.rank(), comm.size());
  const int ranks_here = comm.split_by_node().size();
  return comm::CollectiveGuard(comm).run([&, from = offset + begin, to = offset + end] {
    require_room(data, to - from, ranks_here);
    return generate_samples(data.shape, static_cast<std::uint64_t>(data.seed), from, to);
  });
}

}  // namespace

std::shared_ptr<const Samples> load_training(program::Context& context, const ProgramOptions& options) {
  const log::ScopedStage stage(context.timers, "data");
  const DataOptions& data = options.data;
  DealOptions deal{.unit_rows = data.unit_rows,
                   .labels = options.model.labels(),
                   .seed = static_cast<std::uint64_t>(data.seed)};
  RawSamples rows = read_raw(context, data, Purpose::training);
  keep_for(context.comm, data, Purpose::training, rows);
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
  if (generated ? data.test_rows == 0 : data.test.empty() && data.hold_out == 0) return nullptr;
  const log::ScopedStage stage(context.timers, "data");
  const DealOptions deal{.unit_rows = data.unit_rows, .labels = options.model.labels(), .shape = shape};
  RawSamples rows = read_raw(context, data, Purpose::validation);
  if (data.hold_out > 0) keep_for(context.comm, data, Purpose::validation, rows);
  return std::make_shared<const Samples>(
      deal_samples(context.comm, std::move(rows), deal, data.hold_out > 0 ? data.train : data.test));
}

}  // namespace trireme::optim
