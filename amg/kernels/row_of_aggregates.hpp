// SPDX-License-Identifier: Apache-2.0
// Gathers one row of a prolongator: which aggregates it meets, in what order, with what values. Used by
// kernels/smoothed_rows; its memory is a slice of an AggregateWorkspace, one for each thread.
#pragma once

#include <algorithm>
#include <span>

#include "solvers/base/types.hpp"

namespace trireme::amg::kernels {

class RowOfAggregates {
 public:
  // place [aggregates]: -1 everywhere, and again after clear(). met [longest row + 1], values [longest row +
  // 1, width].
  RowOfAggregates(std::span<LocalIndex> place, std::span<LocalIndex> met, std::span<double> values, int width)
      : place_(place), met_(met), values_(values), width_(static_cast<std::size_t>(width)) {}

  void clear() {
    for (const LocalIndex aggregate : met()) place_[static_cast<std::size_t>(aggregate)] = -1;
    n_met_ = 0;
  }
  // Where the aggregate's values are, which are zeros at first.
  std::span<double> meet(LocalIndex aggregate) {
    LocalIndex& place = place_[static_cast<std::size_t>(aggregate)];
    if (place < 0) {
      place = static_cast<LocalIndex>(n_met_);
      met_[n_met_++] = aggregate;
      std::ranges::fill(values(static_cast<std::size_t>(place)), 0.0);
    }
    return values(static_cast<std::size_t>(place));
  }
  void add(LocalIndex aggregate, double factor, const double* basis) {
    const std::span<double> sum = meet(aggregate);
    for (std::size_t c = 0; c < width_; ++c) sum[c] += factor * basis[c];
  }
  std::span<const LocalIndex> met() const { return met_.first(n_met_); }
  std::span<double> values(std::size_t place) const { return values_.subspan(place * width_, width_); }

 private:
  std::span<LocalIndex> place_;  // of an aggregate in met_, -1: not met
  std::span<LocalIndex> met_;
  std::span<double> values_;
  std::size_t width_, n_met_ = 0;
};

}  // namespace trireme::amg::kernels
