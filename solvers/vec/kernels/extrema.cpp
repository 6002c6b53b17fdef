// SPDX-License-Identifier: Apache-2.0
#include "solvers/vec/kernels/extrema.hpp"

#include <cmath>
#include <functional>

#include "solvers/threads/fixed_chunk_reduce.hpp"

namespace trireme::vec {
namespace {

// The running winner under `Better`, in the form that fixed_chunk_sum combines; candidates come in ascending
// index order.
template <class Better>
struct Winner {
  Extremum best;
  void take(double value, std::int64_t index) {
    if (index < 0 || std::isnan(value)) return;
    if (best.index < 0 || Better{}(value, best.value)) best = {value, index};
  }
  Winner& operator+=(const Winner& other) {
    take(other.best.value, other.best.index);
    return *this;
  }
};

template <class Better>
Extremum winner(std::span<const double> x) {
  return threads::fixed_chunk_sum<Winner<Better>>(x.size(),
                                                  [=](std::size_t begin, std::size_t end) {
                                                    Winner<Better> found;
                                                    for (std::size_t i = begin; i < end; ++i)
                                                      found.take(x[i], static_cast<std::int64_t>(i));
                                                    return found;
                                                  })
      .best;
}

template <class Better>
Extremum winner_reference(std::span<const double> x) {
  Extremum best;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(x[i])) continue;
    if (best.index < 0 || Better{}(x[i], best.value)) best = {x[i], static_cast<std::int64_t>(i)};
  }
  return best;
}

}  // namespace

Extremum largest_entry(std::span<const double> x) {
  return winner<std::greater<double>>(x);
}
Extremum smallest_entry(std::span<const double> x) {
  return winner<std::less<double>>(x);
}
Extremum largest_entry_reference(std::span<const double> x) {
  return winner_reference<std::greater<double>>(x);
}
Extremum smallest_entry_reference(std::span<const double> x) {
  return winner_reference<std::less<double>>(x);
}

}  // namespace trireme::vec
