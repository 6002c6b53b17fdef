// SPDX-License-Identifier: Apache-2.0
// The solve form of a transfer operator, P or R: rows and columns in the packed orders of the two levels,
// values in double or single precision. Called by Multigrid.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "amg/kernels/level_transfer.hpp"
#include "amg/matrix/array.hpp"
#include "amg/matrix/distributed_matrix.hpp"
#include "solvers/comm/exchange_plan.hpp"

namespace trireme::amg {

// Value: double or float. Applied to vectors [n_columns + n_ghosts] in packed
// order.
template <class Value>
class PackedTransfer {
 public:
  // old_row_of_new [n_rows]: of the level whose rows these are; new_column_of_old [n_columns]: of the other.
  // Local.
  PackedTransfer(const MatrixView& transfer, std::span<const LocalIndex> old_row_of_new,
                 std::span<const LocalIndex> new_column_of_old);
  // Other values of the same pattern, in the same orders, in place. Local.
  void refill(const MatrixView& transfer, std::span<const LocalIndex> old_row_of_new);

  TransferView<Value> view() const { return {offsets_.data(), columns_.data(), values_.data()}; }
  // Rows of each of at most `threads` threads, balanced by nonzeros.
  std::vector<LocalIndex> row_bounds(int threads) const;
  LocalIndex n_rows() const { return static_cast<LocalIndex>(offsets_.size()) - 1; }
  LocalIndex n_ghosts() const { return plan_->n_ghost(); }
  GlobalIndex n_nonzeros() const { return offsets_.back(); }
  const std::shared_ptr<const comm::ExchangePlan>& plan() const { return plan_; }
  std::size_t bytes() const;

 private:
  // put(entry of this, column among columns and ghosts, value) for the entries of packed rows.
  template <class Put>
  void for_entries(const MatrixView& transfer, std::span<const LocalIndex> old_row_of_new, Put&& put) const;

  Array<LocalIndex> offsets_, columns_;
  Array<Value> values_;
  std::shared_ptr<const comm::ExchangePlan> plan_;
};

}  // namespace trireme::amg
