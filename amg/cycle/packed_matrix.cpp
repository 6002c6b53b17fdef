// SPDX-License-Identifier: Apache-2.0
#include "amg/cycle/packed_matrix.hpp"

#include "solvers/threads/parallel_for.hpp"
#include "solvers/threads/scan.hpp"
#include "solvers/threads/thread_count.hpp"

namespace trireme::amg {
namespace {

// Where the entry in original column `column` of a row goes.
enum class Side { lower, diagonal, upper, other_block };

struct Place {
  LocalIndex begin, end;  // packed rows of the row's block
  LocalIndex row;         // packed

  Side side(LocalIndex packed_column) const {
    if (packed_column < begin || packed_column >= end) return Side::other_block;
    if (packed_column == row) return Side::diagonal;
    return packed_column < row ? Side::lower : Side::upper;
  }
};

std::vector<GlobalIndex> weights_of_blocks(const MatrixView& matrix, const RowOrder& order) {
  std::vector<GlobalIndex> weights;
  for (const LocalIndex row : order.block_rows)
    weights.push_back(static_cast<GlobalIndex>(matrix.diagonal.offsets[row]) +
                      matrix.off_diagonal.offsets[row] + row);
  return weights;
}

LocalIndex ghost_entries(const MatrixView& matrix, LocalIndex row) {
  return matrix.off_diagonal.offsets[row + 1] - matrix.off_diagonal.offsets[row];
}

}  // namespace

std::shared_ptr<const comm::ExchangePlan> packed_plan(const comm::ExchangePlan& plan, int rank,
                                                      std::span<const LocalIndex> new_of_old) {
  std::vector<LocalIndex> send(plan.send_indices().begin(), plan.send_indices().end());
  for (LocalIndex& entry : send) entry = new_of_old[entry];
  return std::make_shared<const comm::ExchangePlan>(
      rank, plan.n_owned(), plan.n_ghost(),
      std::vector<comm::Neighbour>(plan.neighbours().begin(), plan.neighbours().end()), std::move(send));
}

template <class Value>
PackedMatrix<Value>::PackedMatrix(const MatrixView& matrix, const RowOrder& order, double scale)
    : block_rows_(order.block_rows),
      block_weights_(weights_of_blocks(matrix, order)),
      runs_(matrix, order, shares(threads::max_threads()), scale),
      n_nonzeros_(block_weights_.back() - n_rows()),
      plan_(packed_plan(*matrix.plan, matrix.comm->rank(), order.new_of_old)) {
  count(matrix, order);
  fill(matrix, order, scale);
}

template <class Value>
void PackedMatrix<Value>::refill(const MatrixView& matrix, const RowOrder& order, double scale) {
  if (runs_.refill(matrix, order, shares(threads::max_threads()), scale))
    fill(matrix, order, scale);
  else
    *this = PackedMatrix(matrix, order, scale);
}

template <class Value>
template <class F>
void PackedMatrix<Value>::for_rows_in_order(LocalIndex block, F&& f) const {
  walk_block(
      view(), block, SweepDirection::forward, [&](LocalIndex row) { f(row, false); },
      [&](const StencilRun& run) {
        for (LocalIndex row = run.row; row < run.row + run_rows; ++row) f(row, true);
      });
}

template <class Value>
void PackedMatrix<Value>::count(const MatrixView& matrix, const RowOrder& order) {
  const auto n = static_cast<std::size_t>(n_rows());
  const auto shares = this->shares(threads::max_threads());
  lower_.offsets.resize(n + 1);
  upper_.offsets.resize(n + 1);
  Array<LocalIndex> outer(n + 1);
  outer_block_.assign(block_rows_.size(), 0);
  for_each_block(shares, [&](LocalIndex block) {
    for_rows_in_order(block, [&](LocalIndex row, bool is_in_run) {
      const Place place{block_rows_[block], block_rows_[block + 1], row};
      const LocalIndex old = order.old_of_new[row];
      LocalIndex lower = 0, upper = 0, other = is_in_run ? 0 : ghost_entries(matrix, old);
      for (LocalIndex e = matrix.diagonal.offsets[old]; !is_in_run && e < matrix.diagonal.offsets[old + 1];
           ++e) {
        const Side side = place.side(order.new_of_old[matrix.diagonal.columns[e]]);
        lower += side == Side::lower;
        upper += side == Side::upper;
        other += side == Side::other_block;
      }
      lower_.offsets[row] = lower;
      upper_.offsets[row] = upper;
      outer[row] = other;
      outer_block_[block] += other > 0;
    });
  });
  lower_.offsets[n] = upper_.offsets[n] = 0;
  const auto n_lower = threads::exclusive_scan(std::span<LocalIndex>(lower_.offsets));
  const auto n_upper = threads::exclusive_scan(std::span<LocalIndex>(upper_.offsets));
  const auto resize = [&](Triangle& side, LocalIndex entries) {
    side.has_wide_columns = order.is_original;
    const auto n_entries = static_cast<std::size_t>(entries);
    if (order.is_original)
      side.wide_columns.resize(n_entries);
    else
      side.columns.resize(n_entries);
    side.values.resize(n_entries);
  };
  resize(lower_, n_lower);
  resize(upper_, n_upper);

  const auto n_outer = static_cast<std::size_t>(threads::exclusive_scan(std::span<LocalIndex>(outer_block_)));
  outer_rows_.resize(n_outer);
  outer_offsets_.resize(n_outer + 1);
  for_each_block(shares, [&](LocalIndex block) {
    LocalIndex k = outer_block_[block];
    for (LocalIndex row = block_rows_[block]; row < block_rows_[block + 1]; ++row)
      if (outer[row] > 0) {
        outer_rows_[k] = row;
        outer_offsets_[k++] = outer[row];
      }
  });
  outer_offsets_[n_outer] = 0;
  const auto outer_entries =
      static_cast<std::size_t>(threads::exclusive_scan(std::span<LocalIndex>(outer_offsets_)));
  outer_columns_.resize(outer_entries);
  outer_values_.resize(outer_entries);
}

template <class Value>
void PackedMatrix<Value>::fill(const MatrixView& matrix, const RowOrder& order, double scale) {
  diagonal_.resize(static_cast<std::size_t>(n_rows()));
  for_each_block(shares(threads::max_threads()), [&](LocalIndex block) {
    LocalIndex k = outer_block_[block];
    for_rows_in_order(block, [&](LocalIndex row, bool is_in_run) {
      const Place place{block_rows_[block], block_rows_[block + 1], row};
      const LocalIndex old = order.old_of_new[row];
      LocalIndex lower = lower_.offsets[row], upper = upper_.offsets[row];
      LocalIndex outer = k < outer_block_[block + 1] && outer_rows_[k] == row ? outer_offsets_[k++] : 0;
      const auto put_outer = [&](LocalIndex column, double value) {
        outer_columns_[outer] = column;
        outer_values_[outer++] = static_cast<Value>(scale * value);
      };
      double diagonal = 0;
      if (is_in_run) {
        for (LocalIndex e = matrix.diagonal.offsets[old]; e < matrix.diagonal.offsets[old + 1]; ++e)
          diagonal += matrix.diagonal.columns[e] == old ? matrix.diagonal.values[e] : 0.0;
        diagonal_[row] = static_cast<Value>(scale * diagonal);
        return;
      }
      for (LocalIndex e = matrix.diagonal.offsets[old]; e < matrix.diagonal.offsets[old + 1]; ++e) {
        const LocalIndex column = order.new_of_old[matrix.diagonal.columns[e]];
        const double value = matrix.diagonal.values[e];
        switch (place.side(column)) {
          case Side::diagonal:
            diagonal += value;
            break;
          case Side::lower:
            lower_.put(lower++, column, place.begin, static_cast<Value>(scale * value));
            break;
          case Side::upper:
            upper_.put(upper++, column, place.begin, static_cast<Value>(scale * value));
            break;
          case Side::other_block:
            put_outer(column, value);
            break;
        }
      }
      diagonal_[row] = static_cast<Value>(scale * diagonal);
      for (LocalIndex e = matrix.off_diagonal.offsets[old]; e < matrix.off_diagonal.offsets[old + 1]; ++e)
        put_outer(n_rows() + matrix.off_diagonal.columns[e], matrix.off_diagonal.values[e]);
    });
  });
}

template <class Value>
PackedRowsView<Value> PackedMatrix<Value>::view() const {
  return {block_rows_,
          lower_.view(),
          upper_.view(),
          runs_.view(),
          {outer_block_.data(), outer_rows_.data(), outer_offsets_.data(), outer_columns_.data(),
           outer_values_.data()},
          diagonal_.data()};
}

template <class Value>
std::size_t PackedMatrix<Value>::Triangle::bytes() const {
  return (offsets.size() + wide_columns.size()) * sizeof(LocalIndex) + columns.size() * sizeof(ShortIndex) +
         values.size() * sizeof(Value);
}

template <class Value>
std::size_t PackedMatrix<Value>::bytes() const {
  return lower_.bytes() + upper_.bytes() + runs_.bytes() +
         (diagonal_.size() + outer_values_.size()) * sizeof(Value) +
         (outer_rows_.size() + outer_offsets_.size() + outer_columns_.size()) * sizeof(LocalIndex);
}

template class PackedMatrix<double>;
template class PackedMatrix<float>;

}  // namespace trireme::amg
