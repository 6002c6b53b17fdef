// SPDX-License-Identifier: Apache-2.0
// Brings pooled vectors from the ranks that hold tables to the ranks that hold samples, and their gradients
// back. An owner's row of a sample holds the vectors of its shards side by side. Called by training between
// the pieces of its other work. Collective in order.
#pragma once

#include <span>
#include <vector>

#include "dlrm_hpc/parallel/batch_layout.hpp"
#include "dlrm_hpc/parallel/sharding_plan.hpp"
#include "dlrm_hpc/parallel/wire_format.hpp"
#include "solvers/base/array.hpp"
#include "solvers/comm/pending_alltoall.hpp"

namespace trireme::dlrm {

class VectorExchange {
 public:
  // width: of a whole vector; that of table t stands at (1 + t) * width of a sample's row of vectors.
  VectorExchange(const comm::Communicator& comm, const ShardingPlan& plan, std::size_t width,
                 WireFormat wire);

  // Columns at which the shards of this rank stand in an owner's row, and the row's length.
  std::span<const std::size_t> owner_columns() const { return owner_columns_; }
  std::size_t owner_row() const { return row_of_rank_[static_cast<std::size_t>(comm_.rank())]; }

  // pooled [layout.samples, owner_row()] stays unchanged until finish_vectors().
  void start_vectors(const BatchLayout& layout, std::span<const float> pooled);
  // vectors [samples here, vectors_row]: writes those of all tables that are on some rank; of the parts of
  // a table split by rows the first rows' comes first, then the others in the order of ranks.
  void finish_vectors(float* vectors, std::size_t vectors_row);

  // d_vectors as above.
  void start_gradients(const BatchLayout& layout, const float* d_vectors, std::size_t vectors_row);
  // [layout.samples, owner_row()], until the next start.
  const float* finish_gradients();

  void test() { pending_.test(); }
  std::int64_t bytes_sent() const { return pending_.bytes_sent(); }

 private:
  struct Place {
    std::size_t column;  // in a row of vectors
    std::size_t width;
    bool adds;  // to what a shard with lower rows gave
  };
  void start(std::span<const float> values, const std::vector<GlobalIndex>& send_counts,
             const std::vector<GlobalIndex>& receive_counts, float scale);
  void finish(float scale);

  comm::Communicator comm_;
  WireFormat wire_;
  std::vector<std::vector<Place>> places_;  // [ranks][shards of that rank]
  std::vector<std::size_t> row_of_rank_, owner_columns_;
  BatchLayout layout_;
  Array<float> send_, receive_;
  Array<std::uint16_t> wire_send_, wire_receive_;
  comm::PendingAllToAll pending_;
};

// A power of two by which gradients grow before they are cut to 16 bits: they are of the size of 1 / samples.
float gradient_scale(GlobalIndex samples);

}  // namespace trireme::dlrm
