// SPDX-License-Identifier: Apache-2.0
#include "amg/cycle/packed_matrix.hpp"

#include <algorithm>

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

template <class Value>
struct Entry {
  LocalIndex column;
  Value value;
};

// f(block, Place) for every packed row, on the thread that owns its block.
template <class F>
void for_each_place(std::span<const LocalIndex> block_rows, std::span<const LocalIndex> shares, F&& f) {
  for_each_block(shares, [&](LocalIndex block) {
    const LocalIndex begin = block_rows[block], end = block_rows[block + 1];
    for (LocalIndex row = begin; row < end; ++row) f(block, Place{begin, end, row});
  });
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
    : block_rows_(order.block_rows), plan_(packed_plan(*matrix.plan, matrix.comm->rank(), order.new_of_old)) {
  block_weights_.resize(block_rows_.size());
  for (std::size_t b = 0; b < block_rows_.size(); ++b) {
    const LocalIndex row = block_rows_[b];
    block_weights_[b] =
        static_cast<GlobalIndex>(matrix.diagonal.offsets[row]) + matrix.off_diagonal.offsets[row] + row;
  }
  n_nonzeros_ = block_weights_.back() - n_rows();
  count(matrix, order);
  fill(matrix, order, scale);
}

template <class Value>
void PackedMatrix<Value>::count(const MatrixView& matrix, const RowOrder& order) {
  const auto n = static_cast<std::size_t>(n_rows());
  const auto shares = this->shares(threads::max_threads());
  lower_.offsets.resize(n + 1);
  upper_.offsets.resize(n + 1);
  Array<LocalIndex> outer(n + 1);
  outer_block_.assign(block_rows_.size(), 0);
  for_each_place(block_rows_, shares, [&](LocalIndex block, const Place& place) {
    const LocalIndex old = order.old_of_new[place.row];
    LocalIndex lower = 0, upper = 0, other = ghost_entries(matrix, old);
    for (LocalIndex e = matrix.diagonal.offsets[old]; e < matrix.diagonal.offsets[old + 1]; ++e) {
      const Side side = place.side(order.new_of_old[matrix.diagonal.columns[e]]);
      lower += side == Side::lower;
      upper += side == Side::upper;
      other += side == Side::other_block;
    }
    lower_.offsets[place.row] = lower;
    upper_.offsets[place.row] = upper;
    outer[place.row] = other;
    outer_block_[block] += other > 0;
  });
  lower_.offsets[n] = upper_.offsets[n] = 0;
  const auto n_lower = threads::exclusive_scan(std::span<LocalIndex>(lower_.offsets));
  const auto n_upper = threads::exclusive_scan(std::span<LocalIndex>(upper_.offsets));
  lower_.columns.resize(static_cast<std::size_t>(n_lower));
  lower_.values.resize(static_cast<std::size_t>(n_lower));
  upper_.columns.resize(static_cast<std::size_t>(n_upper));
  upper_.values.resize(static_cast<std::size_t>(n_upper));

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
  const auto ascending = [](const Entry<Value>& a, const Entry<Value>& b) { return a.column < b.column; };
  const auto descending = [](const Entry<Value>& a, const Entry<Value>& b) { return a.column > b.column; };
  for_each_block(shares(threads::max_threads()), [&](LocalIndex block) {
    std::vector<Entry<Value>> lower, upper, outer;
    LocalIndex k = outer_block_[block];
    const Place in_block{block_rows_[block], block_rows_[block + 1], 0};
    for (LocalIndex row = in_block.begin; row < in_block.end; ++row) {
      const Place place{in_block.begin, in_block.end, row};
      const LocalIndex old = order.old_of_new[row];
      lower.clear();
      upper.clear();
      outer.clear();
      double diagonal = 0;
      for (LocalIndex e = matrix.diagonal.offsets[old]; e < matrix.diagonal.offsets[old + 1]; ++e) {
        const LocalIndex column = order.new_of_old[matrix.diagonal.columns[e]];
        const double value = scale * matrix.diagonal.values[e];
        switch (place.side(column)) {
          case Side::lower:
            lower.push_back({column - place.begin, static_cast<Value>(value)});
            break;
          case Side::upper:
            upper.push_back({column - place.begin, static_cast<Value>(value)});
            break;
          case Side::diagonal:
            diagonal += value;
            break;
          case Side::other_block:
            outer.push_back({column, static_cast<Value>(value)});
            break;
        }
      }
      for (LocalIndex e = matrix.off_diagonal.offsets[old]; e < matrix.off_diagonal.offsets[old + 1]; ++e)
        outer.push_back({n_rows() + matrix.off_diagonal.columns[e],
                         static_cast<Value>(scale * matrix.off_diagonal.values[e])});
      std::sort(lower.begin(), lower.end(), ascending);
      std::sort(upper.begin(), upper.end(), descending);
      std::sort(outer.begin(), outer.end(), ascending);
      diagonal_[row] = static_cast<Value>(diagonal);
      for (auto* side : {&lower_, &upper_}) {
        LocalIndex e = side->offsets[row];
        for (const Entry<Value>& entry : side == &lower_ ? lower : upper) {
          side->columns[e] = static_cast<ShortIndex>(entry.column);
          side->values[e++] = entry.value;
        }
      }
      if (outer.empty()) continue;
      LocalIndex e = outer_offsets_[k++];
      for (const Entry<Value>& entry : outer) {
        outer_columns_[e] = entry.column;
        outer_values_[e++] = entry.value;
      }
    }
  });
}

template <class Value>
PackedRowsView<Value> PackedMatrix<Value>::view() const {
  return {block_rows_,
          lower_.view(),
          upper_.view(),
          {outer_block_.data(), outer_rows_.data(), outer_offsets_.data(), outer_columns_.data(),
           outer_values_.data()},
          diagonal_.data()};
}

template <class Value>
std::size_t PackedMatrix<Value>::Triangle::bytes() const {
  return offsets.size() * sizeof(LocalIndex) + columns.size() * sizeof(ShortIndex) +
         values.size() * sizeof(Value);
}

template <class Value>
std::size_t PackedMatrix<Value>::bytes() const {
  return lower_.bytes() + upper_.bytes() + (diagonal_.size() + outer_values_.size()) * sizeof(Value) +
         (outer_rows_.size() + outer_offsets_.size() + outer_columns_.size()) * sizeof(LocalIndex);
}

template class PackedMatrix<double>;
template class PackedMatrix<float>;

}  // namespace trireme::amg
