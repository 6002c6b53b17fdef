// SPDX-License-Identifier: Apache-2.0
// Exclusive prefix sums in place: the middle step of count - scan - fill. Chunked as in
// fixed_chunk_reduce.hpp, so floating-point scans too have the same bits for any thread count. Local to the
// rank.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "solvers/threads/fixed_chunk_reduce.hpp"

namespace trireme::threads {

// values[i] becomes the sum of the values before i; returns the sum of all. T must hold that sum.
template <class T>
T exclusive_scan(std::span<T> values) {
  const std::size_t n = values.size();
  const auto scan_from = [&](T sum, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const T value = std::exchange(values[i], sum);
      sum = static_cast<T>(sum + value);
    }
    return sum;
  };
  if (detail::chunk_count(n) <= 1) return scan_from(T{}, 0, n);

  std::vector<T> before(detail::chunk_count(n));
  detail::for_each_chunk(n, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    T sum{};
    for (std::size_t i = begin; i < end; ++i) sum = static_cast<T>(sum + values[i]);
    before[chunk] = sum;
  });
  T total{};
  for (T& sum : before) {
    const T chunk_sum = std::exchange(sum, total);
    total = static_cast<T>(total + chunk_sum);
  }
  detail::for_each_chunk(n, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    scan_from(before[chunk], begin, end);
  });
  return total;
}

}  // namespace trireme::threads
