// SPDX-License-Identifier: Apache-2.0
// The shards of tables that this rank holds: their rows, the state of their optimizer, and the two operations
// of a step, pooling and update, each for all shards in one call. Called by training. Local, threaded; the
// same bits for any thread count.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "dlrm_hpc/embedding/shard.hpp"
#include "dlrm_hpc/kernels/embedding_bag.hpp"
#include "dlrm_hpc/kernels/update_rows.hpp"
#include "solvers/base/array.hpp"

namespace trireme::dlrm {

class LocalShards {
 public:
  // Rows hold the initial values of `seed`, state is zero. Memory: see bytes().
  LocalShards(std::vector<Shard> shards, const std::vector<TableShape>& tables, kernels::RowFormat format,
              kernels::UpdateRule rule, std::uint64_t seed);

  std::size_t size() const { return shards_.size(); }
  const Shard& shard(std::size_t s) const { return shards_[s].shard; }
  std::int64_t bytes() const;

  // Bytes that a shard takes with its state.
  static std::int64_t bytes_of(const Shard& shard, kernels::RowFormat format, kernels::UpdateRule rule);

  // Where a shard's vectors stand in a sample's row of vectors and of their gradients: [size()].
  void place_columns(std::span<const std::size_t> columns);

  // bags [size()]; out [n_samples, stride].
  void pool(std::span<const ShardBags> bags, std::size_t n_samples, float* out, std::size_t stride);

  // The three parts of a step's update. Sorts the lookups of these bags.
  void sort(std::span<const ShardBags> bags, std::size_t n_samples);
  // Row-wise AdaGrad where tables are split by columns: squares()[i] is the sum over this shard's columns at
  // the first of the sorted lookups of a row; the caller adds what other shards have, shard s standing at
  // [lookups_begin(s), lookups_begin(s + 1)).
  void sum_squares(const float* gradients, std::size_t stride);
  std::span<float> squares() { return squares_; }
  std::size_t lookups_begin(std::size_t s) const { return lookups_begin_[s]; }
  // gradients [n_samples, stride]. step: for the noise of fp16 rows. use_squares [size()]: whether squares()
  // hold for the shard; empty: for none.
  void update(const float* gradients, std::size_t stride, const kernels::RuleParameters& rule,
              std::uint64_t step, std::span<const char> use_squares = {});

  // Rows [begin, end) of a shard in fp32, [rows, width], and their state [rows, state_values] or [rows, 1].
  // What split_bf16 keeps apart comes together; fp16 values are exact in fp32.
  std::vector<float> rows(std::size_t s, GlobalIndex begin, GlobalIndex end) const;
  void set_rows(std::size_t s, GlobalIndex begin, std::span<const float> values);
  // State number k of a value of a row: [rows, width]; row-wise AdaGrad: [rows].
  std::vector<float> state(std::size_t s, int k, GlobalIndex begin, GlobalIndex end) const;
  void set_state(std::size_t s, int k, GlobalIndex begin, std::span<const float> values);
  // How many states a row has, and of how many values each is.
  int n_states() const;
  GlobalIndex state_width(std::size_t s) const;

 private:
  struct Table {
    Shard shard;
    TableShape shape;
    Array<float> values;                // fp32
    Array<std::uint16_t> upper, lower;  // split_bf16 and fp16; split_bf16 only
    Array<float> state;
    std::vector<std::int64_t> winners;  // max pooling, of the last pool()
    std::size_t column = 0;
    const void* data() const;
    void* data();
  };
  // Lookups of one kind, unsorted and sorted.
  template <class Entry>
  struct Lookups {
    std::vector<Entry> all, scratch;
    std::span<Entry> sorted;
  };
  template <class Entry>
  void sort_as(std::span<const ShardBags> bags, std::size_t n_samples, Lookups<Entry>& lookups);
  // f(lookups): of the kind that these tables need.
  template <class F>
  void with_lookups(F&& f) {
    if (has_weights_)
      f(weighted_);
    else if (all_rows_ >> 32 == 0)
      f(narrow_);
    else
      f(wide_);
  }
  std::vector<kernels::UpdateTable> update_tables(std::uint64_t step);

  std::vector<Table> shards_;
  kernels::RowFormat format_;
  kernels::UpdateRule rule_;
  std::uint64_t seed_;
  std::uint64_t all_rows_ = 0;
  std::size_t widest_ = 1;
  bool has_weights_ = false;
  Lookups<kernels::Lookup> narrow_;
  Lookups<kernels::WideLookup> wide_;
  Lookups<kernels::WeightedLookup> weighted_;
  std::vector<std::size_t> lookups_begin_;
  std::vector<std::uint32_t> counts_;
  std::vector<float> row_scratch_, squares_;
};

}  // namespace trireme::dlrm
