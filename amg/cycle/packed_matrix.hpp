// SPDX-License-Identifier: Apache-2.0
// The solve form of one level's matrix: rows in packed order, cut into lower, upper, outer and diagonal (see
// kernels/packed_rows.hpp), values in double or single precision. Called by Multigrid, which packs a
// set-up's levels and then needs their matrices no more.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "amg/cycle/row_order.hpp"
#include "amg/cycle/stencil_runs.hpp"
#include "amg/kernels/packed_rows.hpp"
#include "amg/matrix/array.hpp"
#include "amg/matrix/distributed_matrix.hpp"
#include "solvers/comm/exchange_plan.hpp"

namespace trireme::amg {

// Value: double or float. Pages are touched first by the thread that will read
// them, if the thread count is the same then.
template <class Value>
class PackedMatrix {
 public:
  // matrix: square; columns in any order, diagonals may be missing (then zero). scale multiplies every value
  // before it is rounded to Value. Local.
  PackedMatrix(const MatrixView& matrix, const RowOrder& order, double scale);
  // Other values of the same pattern, in the same order; in place unless other rows form runs with them. The
  // result is that of the constructor. Local.
  void refill(const MatrixView& matrix, const RowOrder& order, double scale);

  PackedRowsView<Value> view() const;
  // The blocks of each of `threads` threads.
  std::vector<LocalIndex> shares(int threads) const { return share_blocks(block_weights_, threads); }
  LocalIndex n_rows() const { return block_rows_.back(); }
  LocalIndex n_ghosts() const { return plan_->n_ghost(); }
  LocalIndex n_outer() const { return outer_block_.back(); }
  GlobalIndex n_nonzeros() const { return n_nonzeros_; }
  // Brings ghosts of vectors in packed order.
  const std::shared_ptr<const comm::ExchangePlan>& plan() const { return plan_; }
  std::size_t bytes() const;

 private:
  struct Triangle {
    Array<LocalIndex> offsets;
    Array<ShortIndex> columns;
    Array<LocalIndex> wide_columns;  // instead, where the order is the matrix's own and few rows are here
    Array<Value> values;
    TriangleView<Value> view() const {
      return {offsets.data(), has_wide_columns ? nullptr : columns.data(), wide_columns.data(),
              values.data()};
    }
    bool has_wide_columns = false;
    void put(LocalIndex entry, LocalIndex column, LocalIndex block_begin, Value value) {
      if (has_wide_columns)
        wide_columns[static_cast<std::size_t>(entry)] = column;
      else
        columns[static_cast<std::size_t>(entry)] = static_cast<ShortIndex>(column - block_begin);
      values[static_cast<std::size_t>(entry)] = value;
    }
    std::size_t bytes() const;
  };
  // f(row, whether it is in a run) for the rows of a block.
  template <class F>
  void for_rows_in_order(LocalIndex block, F&& f) const;
  void count(const MatrixView& matrix, const RowOrder& order);
  void fill(const MatrixView& matrix, const RowOrder& order, double scale);

  std::vector<LocalIndex> block_rows_;
  std::vector<GlobalIndex> block_weights_;
  Triangle lower_, upper_;
  StencilRuns<Value> runs_;
  Array<Value> diagonal_;
  std::vector<LocalIndex> outer_block_;
  Array<LocalIndex> outer_rows_, outer_offsets_, outer_columns_;
  Array<Value> outer_values_;
  GlobalIndex n_nonzeros_ = 0;
  std::shared_ptr<const comm::ExchangePlan> plan_;
};

// The plan that exchanges the same ghosts for vectors whose owned entries stand in packed order.
std::shared_ptr<const comm::ExchangePlan> packed_plan(const comm::ExchangePlan& plan, int rank,
                                                      std::span<const LocalIndex> new_of_old);

}  // namespace trireme::amg
