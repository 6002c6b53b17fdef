// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/embedding/local_shards.hpp"

#include <algorithm>
#include <bit>
#include <type_traits>

#include "dlrm_hpc/kernels/sort_lookups.hpp"
#include "dlrm_hpc/model/initial_weights.hpp"
#include "solvers/base/as_size.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::dlrm {

using kernels::RowFormat;
using kernels::UpdateRule;

namespace {

std::size_t state_size(const Shard& shard, UpdateRule rule) {
  if (rule == UpdateRule::rowwise_adagrad) return as_size(shard.rows());
  return as_size(shard.rows() * shard.width()) * static_cast<std::size_t>(kernels::state_values(rule));
}

// Rows are read at random: from half a huge page on they lie in huge ones, else many tables of a few
// megabytes would need more small ones than a core can translate, and prefetching them would wait too.
template <class T>
void resize_for_random_access(Array<T>& array, std::size_t n) {
  if (2 * n * sizeof(T) >= huge_page_bytes) array.reserve(std::max(n, huge_array_bytes / sizeof(T)));
  array.resize(n);
}

}  // namespace

const void* LocalShards::Table::data() const {
  return values.empty() ? static_cast<const void*>(upper.data()) : values.data();
}
void* LocalShards::Table::data() {
  return values.empty() ? static_cast<void*>(upper.data()) : values.data();
}

LocalShards::LocalShards(std::vector<Shard> shards, const std::vector<TableShape>& tables, RowFormat format,
                         UpdateRule rule, std::uint64_t seed)
    : format_(format), rule_(rule), seed_(seed) {
  for (const Shard& shard : shards) {
    Table table;
    table.shard = shard;
    table.shape = tables[static_cast<std::size_t>(shard.table)];
    const auto n_rows = as_size(shard.rows()), width = as_size(shard.width()), n = n_rows * width;
    if (format == RowFormat::fp32)
      resize_for_random_access(table.values, n);
    else
      resize_for_random_access(table.upper, n);
    if (format == RowFormat::split_bf16) resize_for_random_access(table.lower, n);
    resize_for_random_access(table.state, state_size(shard, rule));
    threads::parallel_for(n_rows, [&](std::size_t row) {
      const GlobalIndex global_row = shard.row_begin + static_cast<GlobalIndex>(row);
      for (std::size_t d = 0; d < width; ++d) {
        const float value = initial_table_value(seed, shard.table, global_row,
                                                shard.column_begin + static_cast<GlobalIndex>(d),
                                                table.shape.rows, table.shape.width);
        const std::size_t place = row * width + d;
        if (format == RowFormat::fp32) {
          table.values[place] = value;
        } else if (format == RowFormat::split_bf16) {
          table.upper[place] = static_cast<std::uint16_t>(kernels::float_to_bits(value) >> 16);
          table.lower[place] = static_cast<std::uint16_t>(kernels::float_to_bits(value));
        } else {
          table.upper[place] = kernels::to_fp16(value, 0x0fff).bits;
        }
      }
    });
    threads::parallel_for(table.state.size(), [&](std::size_t k) { table.state[k] = 0; });
    all_rows_ += n_rows;
    has_weights_ = has_weights_ || table.shape.has_weights;
    widest_ = std::max(widest_, width);
    shards_.push_back(std::move(table));
  }
  lookups_begin_.assign(shards_.size() + 1, 0);
}

std::int64_t LocalShards::bytes_of(const Shard& shard, RowFormat format, UpdateRule rule) {
  const std::int64_t value = format == RowFormat::fp16 ? 2 : 4;
  return shard.rows() * shard.width() * value + static_cast<std::int64_t>(4 * state_size(shard, rule));
}

std::int64_t LocalShards::bytes() const {
  std::int64_t sum = 0;
  for (const Table& table : shards_) sum += bytes_of(table.shard, format_, rule_);
  return sum;
}

void LocalShards::place_columns(std::span<const std::size_t> columns) {
  for (std::size_t s = 0; s < size(); ++s) shards_[s].column = columns[s];
}

void LocalShards::pool(std::span<const ShardBags> bags, std::size_t n_samples, float* out,
                       std::size_t stride) {
  std::vector<kernels::BagColumn> columns(size());
  for (std::size_t s = 0; s < size(); ++s) {
    Table& table = shards_[s];
    kernels::BagColumn& column = columns[s];
    column.format = format_;
    column.rows = table.data();
    column.width = static_cast<int>(table.shard.width());
    column.offsets = bags[s].offsets.data();
    column.ids = bags[s].rows.data();
    if (!bags[s].weights.empty()) column.weights = bags[s].weights.data();
    column.out_column = table.column;
    if (table.shape.pooling == Pooling::max) {
      column.pooling = kernels::PoolRows::max;
      table.winners.resize(n_samples * as_size(table.shard.width()));
      column.winners = table.winners.data();
    }
  }
  kernels::pool_bags(columns, n_samples, out, stride);
}

template <class Entry>
void LocalShards::sort_as(std::span<const ShardBags> bags, std::size_t n_samples, Lookups<Entry>& lookups) {
  std::uint64_t first_key = 0;
  std::vector<std::uint64_t> first_keys;
  for (std::size_t s = 0; s < size(); ++s) {
    first_keys.push_back(first_key);
    first_key += static_cast<std::uint64_t>(shards_[s].shard.rows());
    lookups_begin_[s + 1] = lookups_begin_[s] + bags[s].rows.size();
  }
  const std::size_t n = lookups_begin_.back();
  if (lookups.all.size() < n) {
    lookups.all.resize(n);
    lookups.scratch.resize(n);
  }
  threads::parallel_for_range(n_samples, [&](std::size_t begin, std::size_t end) {
    for (std::size_t s = 0; s < bags.size(); ++s) {
      Entry* const to = lookups.all.data() + lookups_begin_[s];
      for (std::size_t sample = begin; sample < end; ++sample)
        for (std::int64_t k = bags[s].offsets[sample]; k < bags[s].offsets[sample + 1]; ++k) {
          to[k].key = static_cast<decltype(Entry::key)>(first_keys[s] +
                                                        static_cast<std::uint64_t>(bags[s].rows[as_size(k)]));
          to[k].sample = static_cast<decltype(Entry::sample)>(sample);
          if constexpr (std::is_same_v<Entry, kernels::WeightedLookup>)
            to[k].weight = bags[s].weights.empty() ? 1.0f : bags[s].weights[as_size(k)];
        }
    }
  });
  counts_.resize(kernels::sort_counts(threads::max_threads()));
  lookups.sorted = kernels::sort_lookups(std::span(lookups.all).first(n), std::span(lookups.scratch).first(n),
                                         counts_, std::bit_width(all_rows_));
}

void LocalShards::sort(std::span<const ShardBags> bags, std::size_t n_samples) {
  TRIREME_EXPECT(bags.size() == size());
  with_lookups([&](auto& lookups) { sort_as(bags, n_samples, lookups); });
  row_scratch_.resize(2 * widest_ * static_cast<std::size_t>(threads::max_threads()));
}

std::vector<kernels::UpdateTable> LocalShards::update_tables(std::uint64_t step) {
  std::vector<kernels::UpdateTable> tables(size());
  std::uint64_t first_key = 0;
  for (std::size_t s = 0; s < size(); ++s) {
    Table& table = shards_[s];
    kernels::UpdateTable& update = tables[s];
    update.format = format_;
    update.rows = table.data();
    update.lower_halves = table.lower.data();
    update.state = table.state.empty() ? nullptr : table.state.data();
    update.width = static_cast<int>(table.shard.width());
    update.first_key = first_key;
    first_key += static_cast<std::uint64_t>(table.shard.rows());
    update.gradient_column = table.column;
    if (table.shape.pooling == Pooling::max) update.winners = table.winners.data();
    update.noise_seed = mix_bits(mix_bits(seed_ ^ step) + static_cast<std::uint64_t>(table.shard.table));
    update.first_row = static_cast<std::uint64_t>(table.shard.row_begin);
    update.first_column = as_size(table.shard.column_begin);
    update.full_width = as_size(table.shape.width);
  }
  return tables;
}

void LocalShards::sum_squares(const float* gradients, std::size_t stride) {
  squares_.resize(lookups_begin_.back());
  const auto tables = update_tables(0);
  with_lookups([&](auto& lookups) {
    kernels::sum_row_squares(tables, lookups.sorted, gradients, stride, squares_.data(), row_scratch_.data(),
                             widest_);
  });
}

void LocalShards::update(const float* gradients, std::size_t stride, const kernels::RuleParameters& rule,
                         std::uint64_t step, std::span<const char> use_squares) {
  TRIREME_EXPECT(rule.rule == rule_);
  auto tables = update_tables(step);
  for (std::size_t s = 0; s < use_squares.size(); ++s)
    if (use_squares[s]) tables[s].row_squares = squares_.data();
  with_lookups([&](auto& lookups) {
    kernels::update_rows(tables, lookups.sorted, gradients, stride, rule, row_scratch_.data(), widest_);
  });
}

std::vector<float> LocalShards::rows(std::size_t s, GlobalIndex begin, GlobalIndex end) const {
  const Table& table = shards_[s];
  const auto width = as_size(table.shard.width());
  std::vector<float> out(as_size(end - begin) * width);
  threads::parallel_for(out.size(), [&](std::size_t k) {
    const std::size_t place = as_size(begin) * width + k;
    if (format_ == RowFormat::fp32)
      out[k] = table.values[place];
    else if (format_ == RowFormat::split_bf16)
      out[k] = kernels::bits_to_float(std::uint32_t{table.upper[place]} << 16 | table.lower[place]);
    else
      out[k] = kernels::to_float(kernels::Fp16{table.upper[place]});
  });
  return out;
}

void LocalShards::set_rows(std::size_t s, GlobalIndex begin, std::span<const float> values) {
  Table& table = shards_[s];
  const auto first = as_size(begin) * as_size(table.shard.width());
  threads::parallel_for(values.size(), [&](std::size_t k) {
    if (format_ == RowFormat::fp32) {
      table.values[first + k] = values[k];
    } else if (format_ == RowFormat::split_bf16) {
      table.upper[first + k] = static_cast<std::uint16_t>(kernels::float_to_bits(values[k]) >> 16);
      table.lower[first + k] = static_cast<std::uint16_t>(kernels::float_to_bits(values[k]));
    } else {
      table.upper[first + k] = kernels::to_fp16(values[k], 0x0fff).bits;
    }
  });
}

int LocalShards::n_states() const {
  return rule_ == UpdateRule::rowwise_adagrad ? 1 : kernels::state_values(rule_);
}

GlobalIndex LocalShards::state_width(std::size_t s) const {
  return rule_ == UpdateRule::rowwise_adagrad ? 1 : shards_[s].shard.width();
}

// A row's states stand one behind another: m, then v.
std::vector<float> LocalShards::state(std::size_t s, int k, GlobalIndex begin, GlobalIndex end) const {
  const auto width = as_size(state_width(s)), states = static_cast<std::size_t>(n_states());
  std::vector<float> out(as_size(end - begin) * width);
  for (std::size_t row = 0; row < as_size(end - begin); ++row)
    std::copy_n(shards_[s].state.begin() +
                    static_cast<std::ptrdiff_t>(
                        ((as_size(begin) + row) * states + static_cast<std::size_t>(k)) * width),
                width, out.begin() + static_cast<std::ptrdiff_t>(row * width));
  return out;
}

void LocalShards::set_state(std::size_t s, int k, GlobalIndex begin, std::span<const float> values) {
  const auto width = as_size(state_width(s)), states = static_cast<std::size_t>(n_states());
  for (std::size_t row = 0; row * width < values.size(); ++row)
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(row * width), width,
                shards_[s].state.begin() +
                    static_cast<std::ptrdiff_t>(
                        ((as_size(begin) + row) * states + static_cast<std::size_t>(k)) * width));
}

}  // namespace trireme::dlrm
