// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/parallel/vector_exchange.hpp"

#include <algorithm>
#include <bit>

#include "solvers/base/as_size.hpp"

namespace trireme::dlrm {

float gradient_scale(GlobalIndex samples) {
  return static_cast<float>(std::bit_ceil(static_cast<std::uint64_t>(std::max<GlobalIndex>(1, samples))));
}

VectorExchange::VectorExchange(const comm::Communicator& comm, const ShardingPlan& plan, std::size_t width,
                               WireFormat wire)
    : comm_(comm), wire_(wire), places_(static_cast<std::size_t>(comm.size())) {
  for (int rank = 0; rank < comm.size(); ++rank) {
    std::size_t row = 0;
    for (const std::size_t s : plan.shards_of(rank)) {
      const Shard& shard = plan.shards[s];
      const auto shard_width = as_size(shard.width());
      places_[static_cast<std::size_t>(rank)].push_back(
          {(1 + static_cast<std::size_t>(shard.table)) * width + as_size(shard.column_begin), shard_width,
           shard.row_begin > 0});
      if (rank == comm.rank()) owner_columns_.push_back(row);
      row += shard_width;
    }
    row_of_rank_.push_back(row);
  }
}

void VectorExchange::start(std::span<const float> values, const std::vector<GlobalIndex>& send_counts,
                           const std::vector<GlobalIndex>& receive_counts, float scale) {
  const auto received = as_size(comm::detail::sum_of(receive_counts));
  receive_.resize(received);
  if (wire_ == WireFormat::fp32) {
    pending_.start(comm_, values, send_counts, std::span<float>(receive_), receive_counts);
    return;
  }
  wire_send_.resize(values.size());
  wire_receive_.resize(received);
  threads::parallel_for(values.size(),
                        [&](std::size_t k) { wire_send_[k] = to_wire(values[k], scale, wire_); });
  pending_.start(comm_, std::span<const std::uint16_t>(wire_send_), send_counts,
                 std::span<std::uint16_t>(wire_receive_), receive_counts);
}

void VectorExchange::finish(float scale) {
  pending_.finish();
  if (wire_ == WireFormat::fp32) return;
  threads::parallel_for(receive_.size(),
                        [&](std::size_t k) { receive_[k] = from_wire(wire_receive_[k], scale, wire_); });
}

void VectorExchange::start_vectors(const BatchLayout& layout, std::span<const float> pooled) {
  layout_ = layout;
  std::vector<GlobalIndex> send_counts, receive_counts;
  const GlobalIndex here = layout.samples_of(comm_.rank());
  for (int rank = 0; rank < comm_.size(); ++rank) {
    send_counts.push_back(layout.samples_of(rank) * static_cast<GlobalIndex>(owner_row()));
    receive_counts.push_back(here * static_cast<GlobalIndex>(row_of_rank_[static_cast<std::size_t>(rank)]));
  }
  start(pooled, send_counts, receive_counts, 1);
}

void VectorExchange::finish_vectors(float* vectors, std::size_t vectors_row) {
  finish(1);
  const auto n = as_size(layout_.samples_of(comm_.rank()));
  // Shards with the first rows write, whichever rank they are on; then the others add.
  for (const bool adds : {false, true}) {
    std::size_t begin = 0;
    for (std::size_t rank = 0; rank < places_.size(); ++rank) {
      const std::size_t row = row_of_rank_[rank];
      const float* const from = receive_.data() + begin;
      begin += n * row;
      threads::parallel_for(n, [&](std::size_t sample) {
        const float* values = from + sample * row;
        for (const Place& place : places_[rank]) {
          float* const to = vectors + sample * vectors_row + place.column;
          if (place.adds && adds)
            for (std::size_t d = 0; d < place.width; ++d) to[d] += values[d];
          else if (!place.adds && !adds)
            std::copy_n(values, place.width, to);
          values += place.width;
        }
      });
    }
  }
}

void VectorExchange::start_gradients(const BatchLayout& layout, const float* d_vectors,
                                     std::size_t vectors_row) {
  layout_ = layout;
  const auto n = as_size(layout.samples_of(comm_.rank()));
  std::vector<GlobalIndex> send_counts, receive_counts;
  std::size_t total = 0;
  for (int rank = 0; rank < comm_.size(); ++rank) {
    const std::size_t row = row_of_rank_[static_cast<std::size_t>(rank)];
    send_counts.push_back(static_cast<GlobalIndex>(n * row));
    receive_counts.push_back(layout.samples_of(rank) * static_cast<GlobalIndex>(owner_row()));
    total += n * row;
  }
  send_.resize(total);
  std::size_t begin = 0;
  for (std::size_t rank = 0; rank < places_.size(); ++rank) {
    const std::size_t row = row_of_rank_[rank];
    float* const to = send_.data() + begin;
    begin += n * row;
    threads::parallel_for(n, [&](std::size_t sample) {
      float* values = to + sample * row;
      for (const Place& place : places_[rank])
        values = std::copy_n(d_vectors + sample * vectors_row + place.column, place.width, values);
    });
  }
  start(send_, send_counts, receive_counts, gradient_scale(layout.samples));
}

const float* VectorExchange::finish_gradients() {
  finish(gradient_scale(layout_.samples));
  return receive_.data();
}

}  // namespace trireme::dlrm
