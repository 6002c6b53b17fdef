// SPDX-License-Identifier: Apache-2.0
#include "optim/data/samples.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "optim/data/permutation.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/alltoall.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::optim {
namespace {

// From this share of entries on, rows are stored without column numbers.
constexpr double dense_from = 0.4;

std::vector<double> label_set(const comm::Communicator& comm, std::vector<double> labels) {
  const auto make_set = [](std::vector<double>& values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
  };
  make_set(labels);
  std::vector<double> all = comm::all_gather(comm, labels);
  make_set(all);
  return all;
}

void require_classes(const std::vector<double>& classes, const std::string& name) {
  if (classes.size() < 2)
    throw Error(ErrorKind::input, fmt::format("{}: every label is {}", name, classes.front()),
                "there is nothing to tell apart", "give a file with two classes or more");
}

// Labels become numbers of classes.
void map_labels(const std::vector<double>& classes, std::vector<double>& labels, const std::string& name) {
  for (double& label : labels) {
    const auto found = std::lower_bound(classes.begin(), classes.end(), label);
    if (found == classes.end() || *found != label)
      throw Error(ErrorKind::input, fmt::format("{}: label {} is unknown", name, label),
                  "the training samples have no such class", "give samples of the same classes");
    label = static_cast<double>(found - classes.begin());
  }
}

void drop_features_from(GlobalIndex n_features, RawSamples& rows) {
  std::size_t kept = 0, entry = 0;
  for (std::size_t row = 0; row < rows.labels.size(); ++row) {
    for (; entry < static_cast<std::size_t>(rows.offsets[row + 1]); ++entry)
      if (rows.columns[entry] < n_features) {
        rows.columns[kept] = rows.columns[entry];
        rows.values[kept++] = rows.values[entry];
      }
    rows.offsets[row + 1] = static_cast<std::int64_t>(kept);
  }
  rows.columns.resize(kept);
  rows.values.resize(kept);
}

void scale_to_unit_rows(RawSamples& rows) {
  for (std::size_t row = 0; row < rows.labels.size(); ++row) {
    const auto first = static_cast<std::size_t>(rows.offsets[row]),
               last = static_cast<std::size_t>(rows.offsets[row + 1]);
    double squares = 0;
    for (std::size_t e = first; e < last; ++e)
      squares += static_cast<double>(rows.values[e]) * static_cast<double>(rows.values[e]);
    if (squares == 0) continue;
    const double scale = 1 / std::sqrt(squares);
    for (std::size_t e = first; e < last; ++e)
      rows.values[e] = static_cast<float>(static_cast<double>(rows.values[e]) * scale);
  }
}

struct RowHead {
  GlobalIndex position, file_row;
  double label;
  std::int64_t length;
};
struct RowEntry {
  std::int32_t column;
  float value;
};

struct Received {
  std::vector<RowHead> heads;
  std::vector<RowEntry> entries;
};

// Rows go to the ranks of their positions.
Received send_rows(const comm::Communicator& comm, const RawSamples& rows, GlobalIndex first_row,
                   const Permutation& permutation) {
  const auto n_ranks = static_cast<std::size_t>(comm.size());
  std::vector<std::vector<std::size_t>> of_rank(n_ranks);
  std::vector<GlobalIndex> positions(rows.labels.size());
  for (std::size_t row = 0; row < rows.labels.size(); ++row) {
    positions[row] = permutation.position_of(first_row + static_cast<GlobalIndex>(row));
    of_rank[static_cast<std::size_t>(positions[row] % comm.size())].push_back(row);
  }
  std::vector<RowHead> heads;
  std::vector<RowEntry> entries;
  std::vector<GlobalIndex> head_counts, entry_counts;
  for (const auto& list : of_rank) {
    const std::size_t entries_before = entries.size();
    for (const std::size_t row : list) {
      const auto first = static_cast<std::size_t>(rows.offsets[row]),
                 last = static_cast<std::size_t>(rows.offsets[row + 1]);
      heads.push_back({positions[row], first_row + static_cast<GlobalIndex>(row), rows.labels[row],
                       static_cast<std::int64_t>(last - first)});
      for (std::size_t e = first; e < last; ++e)
        entries.push_back({static_cast<std::int32_t>(rows.columns[e]), rows.values[e]});
    }
    head_counts.push_back(static_cast<GlobalIndex>(list.size()));
    entry_counts.push_back(static_cast<GlobalIndex>(entries.size() - entries_before));
  }
  return {comm::all_to_all_v(comm, heads, head_counts).values,
          comm::all_to_all_v(comm, entries, entry_counts).values};
}

void store(const Received& received, Samples& samples) {
  const std::size_t n = received.heads.size();
  std::vector<std::size_t> order(n), begins(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t k = 1; k < n; ++k)
    begins[k] = begins[k - 1] + static_cast<std::size_t>(received.heads[k - 1].length);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return received.heads[a].position < received.heads[b].position;
  });
  const auto width = static_cast<std::size_t>(samples.n_features);
  if (samples.is_dense) samples.values.assign(n * width, 0.0f);
  for (const std::size_t k : order) {
    const RowHead& head = received.heads[k];
    const std::size_t row = samples.targets.size();
    double squares = 0;
    for (std::size_t e = begins[k]; e < begins[k] + static_cast<std::size_t>(head.length); ++e) {
      const RowEntry& entry = received.entries[e];
      if (samples.is_dense) {
        samples.values[row * width + static_cast<std::size_t>(entry.column)] = entry.value;
      } else {
        samples.columns.push_back(entry.column);
        samples.values.push_back(entry.value);
      }
      const auto value = static_cast<double>(entry.value);
      squares += value * value;
      samples.largest_entry = std::max(samples.largest_entry, std::fabs(value));
    }
    samples.file_rows.push_back(head.file_row);
    samples.targets.push_back(head.label);
    samples.squared_norms.push_back(squares);
    samples.offsets.push_back(static_cast<std::int64_t>(samples.columns.size()));
    samples.largest_norm = std::max(samples.largest_norm, std::sqrt(squares));
    samples.largest_target = std::max(samples.largest_target, std::fabs(head.label));
  }
}

// The one value of each row's entries, 0 where there are none; nothing where some row has two.
std::vector<float> values_of_rows(const Samples& samples) {
  std::vector<float> of_rows;
  of_rows.reserve(samples.offsets.size());
  for (std::size_t row = 0; row + 1 < samples.offsets.size(); ++row) {
    const auto first = samples.values.begin() + samples.offsets[row],
               last = samples.values.begin() + samples.offsets[row + 1];
    if (std::adjacent_find(first, last, std::not_equal_to<>()) != last) return {};
    of_rows.push_back(first == last ? 0 : *first);
  }
  return of_rows;
}

}  // namespace

Samples deal_samples(const comm::Communicator& comm, RawSamples&& rows, const DealOptions& options,
                     const std::string& name) {
  const comm::CollectiveGuard guard(comm);
  Samples samples(comm);
  samples.n_samples = comm::all_sum(comm, rows.n_rows());
  if (samples.n_samples == 0)
    throw Error(ErrorKind::input, name + ": no samples", "no line holds a label", "check the file");
  if (options.shape) {
    samples.n_features = options.shape->n_features;
    samples.classes = options.shape->classes;
    drop_features_from(samples.n_features, rows);
  } else {
    GlobalIndex n_features = std::max(options.n_features, rows.n_features);
    for (const std::int64_t column : rows.columns) n_features = std::max(n_features, column + 1);
    samples.n_features = comm::all_max(comm, n_features);
    if (options.labels == LabelKind::classes) {
      samples.classes = label_set(comm, rows.labels);
      require_classes(samples.classes, name);
    }
  }
  if (!samples.classes.empty()) guard.run([&] { map_labels(samples.classes, rows.labels, name); });
  if (options.unit_rows) scale_to_unit_rows(rows);

  const auto n_entries = comm::all_sum(comm, rows.offsets.back());
  samples.is_dense = static_cast<double>(n_entries) >= dense_from * static_cast<double>(samples.n_samples) *
                                                           static_cast<double>(samples.n_features);
  const Permutation permutation(samples.n_samples, options.seed);
  const GlobalIndex first_row = comm::exclusive_scan_sum(comm, rows.n_rows());
  store(send_rows(comm, rows, first_row, permutation), samples);
  if (!samples.is_dense) samples.row_values = values_of_rows(samples);
  double largest[] = {samples.largest_entry, samples.largest_norm, samples.largest_target};
  comm::all_max_in_place(comm, std::span<double>(largest));
  samples.largest_entry = largest[0];
  samples.largest_norm = largest[1];
  samples.largest_target = largest[2];
  return samples;
}

}  // namespace trireme::optim
