// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/core/factor_pattern.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "solvers/base/assert.hpp"

namespace trireme::ilu {
namespace {

// A row under construction: its columns as an ascending linked list with their levels of fill.
class RowList {
 public:
  explicit RowList(LocalIndex rows) : next_(rows + 1), level_(rows, absent), end_(rows) {}

  void start(const std::vector<LocalIndex>& sorted_columns) {
    LocalIndex previous = end_;
    for (const LocalIndex column : sorted_columns) {
      next_[previous] = column;
      level_[column] = 0;
      previous = column;
    }
    next_[previous] = end_;
  }
  LocalIndex first() const { return next_[end_]; }
  LocalIndex after(LocalIndex column) const { return next_[column]; }
  LocalIndex end() const { return end_; }
  LocalIndex level(LocalIndex column) const { return level_[column]; }

  // Offers `column` with a level; the search starts behind `position`, which moves up to it.
  void offer(LocalIndex column, LocalIndex level, LocalIndex& position) {
    if (level_[column] != absent) {
      level_[column] = std::min(level_[column], level);
      return;
    }
    while (next_[position] < column) position = next_[position];
    next_[column] = next_[position];
    next_[position] = column;
    level_[column] = level;
    position = column;
  }
  void forget(LocalIndex column) { level_[column] = absent; }

 private:
  static constexpr LocalIndex absent = -1;
  std::vector<LocalIndex> next_;
  std::vector<LocalIndex> level_;
  LocalIndex end_;
};

void sorted_row(SparsityView matrix, const Elimination& order, LocalIndex row,
                std::vector<LocalIndex>& columns) {
  const LocalIndex old_row = order.natural() ? row : order.old_of_new[row];
  columns.clear();
  for (LocalIndex e = matrix.offsets[old_row]; e < matrix.offsets[old_row + 1]; ++e) {
    const LocalIndex column = matrix.columns[e];
    TRIREME_VALIDATE(column >= 0 && column < matrix.rows(), ErrorKind::input,
                     "ILU: row " + std::to_string(old_row) + " has column " + std::to_string(column),
                     "the matrix has " + std::to_string(matrix.rows()) + " rows and must be square");
    columns.push_back(order.natural() ? column : order.new_of_old[column]);
  }
  columns.push_back(row);
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
}

void close_row(FactorPattern& pattern) {
  TRIREME_VALIDATE(pattern.columns.size() <= static_cast<std::size_t>(std::numeric_limits<LocalIndex>::max()),
                   ErrorKind::limit, "ILU: the factors of one rank have more than 2^31-1 entries",
                   "entries are counted in 32 bits", "use more ranks or fewer levels of fill");
  pattern.offsets.push_back(static_cast<LocalIndex>(pattern.columns.size()));
}

}  // namespace

Elimination make_elimination(std::vector<LocalIndex> old_of_new, LocalIndex rows) {
  Elimination order;
  bool identity = true;
  for (std::size_t i = 0; i < old_of_new.size() && identity; ++i)
    identity = old_of_new[i] == static_cast<LocalIndex>(i);
  if (old_of_new.empty() || (identity && old_of_new.size() == static_cast<std::size_t>(rows))) return order;
  order.new_of_old.assign(rows, -1);
  bool valid = old_of_new.size() == static_cast<std::size_t>(rows);
  for (std::size_t i = 0; i < old_of_new.size() && valid; ++i) {
    const LocalIndex old_row = old_of_new[i];
    valid = old_row >= 0 && old_row < rows && order.new_of_old[old_row] < 0;
    if (valid) order.new_of_old[old_row] = static_cast<LocalIndex>(i);
  }
  TRIREME_VALIDATE(valid, ErrorKind::input, "ILU: the ordering is no permutation of the matrix's rows");
  order.old_of_new = std::move(old_of_new);
  return order;
}

FactorPattern factor_pattern(SparsityView matrix, const Elimination& order, int levels) {
  TRIREME_VALIDATE(levels >= 0, ErrorKind::input, "ILU: levels of fill is " + std::to_string(levels), "",
                   "give 0 or more");
  const LocalIndex rows = matrix.rows();
  FactorPattern pattern;
  pattern.offsets.reserve(rows + 1);
  pattern.offsets.push_back(0);
  pattern.columns.reserve(matrix.columns.size());
  pattern.diagonal.reserve(rows);
  std::vector<LocalIndex> start;
  if (levels == 0) {
    for (LocalIndex row = 0; row < rows; ++row) {
      sorted_row(matrix, order, row, start);
      const auto diagonal = std::lower_bound(start.begin(), start.end(), row) - start.begin();
      pattern.diagonal.push_back(static_cast<LocalIndex>(pattern.columns.size() + diagonal));
      pattern.columns.insert(pattern.columns.end(), start.begin(), start.end());
      close_row(pattern);
    }
    return pattern;
  }

  RowList list(rows);
  std::vector<LocalIndex> entry_level;  // parallel to pattern.columns
  for (LocalIndex row = 0; row < rows; ++row) {
    sorted_row(matrix, order, row, start);
    list.start(start);
    for (LocalIndex k = list.first(); k < row; k = list.after(k)) {
      const LocalIndex level_ik = list.level(k);
      if (level_ik >= levels) continue;  // would give fill of level_ik + 1 or more
      LocalIndex position = k;
      for (LocalIndex e = pattern.diagonal[k] + 1; e < pattern.offsets[k + 1]; ++e) {
        const LocalIndex level = level_ik + entry_level[e] + 1;
        if (level <= levels) list.offer(pattern.columns[e], level, position);
      }
    }
    for (LocalIndex column = list.first(); column != list.end(); column = list.after(column)) {
      if (column == row) pattern.diagonal.push_back(static_cast<LocalIndex>(pattern.columns.size()));
      pattern.columns.push_back(column);
      entry_level.push_back(list.level(column));
      list.forget(column);
    }
    close_row(pattern);
  }
  return pattern;
}

}  // namespace trireme::ilu
