// SPDX-License-Identifier: Apache-2.0
// Sums that give the same bits for any thread count: [0, n) is cut into chunks of a fixed length, each chunk
// is summed by one thread in ascending order, and the chunk sums are added in a binary tree whose shape
// depends on n alone. Called by every dot product, norm and force integral. Local to the rank. Exceptions:
// see parallel_for.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "solvers/base/assert.hpp"
#include "solvers/threads/chunk_counters.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::threads {

// Indices in a chunk: long enough to hide the cost of a chunk, short enough that 10^4 of them feed several
// threads.
inline constexpr LocalIndex reduction_chunk = 2048;

namespace detail {

template <std::integral Index>
constexpr std::size_t chunk_count(Index n) {
  return n <= 0 ? 0 : (static_cast<std::size_t>(n) - 1) / reduction_chunk + 1;
}

// f(std::size_t chunk, Index begin, Index end) for every chunk of [0, n); on one thread when there is one
// chunk.
template <std::integral Index, class F>
void for_each_chunk(Index n, F&& f) {
  const std::size_t chunks = chunk_count(n);
  const auto run = [&](int thread, std::size_t begin, std::size_t end) {
    for (std::size_t chunk = begin; chunk < end; ++chunk) {
      const std::size_t first = chunk * reduction_chunk;
      const std::size_t last = std::min(static_cast<std::size_t>(n), first + reduction_chunk);
      f(chunk, static_cast<Index>(first), static_cast<Index>(last));
    }
    count_chunks(thread, static_cast<std::int64_t>(end - begin));
  };
  if (chunks == 1) return run(0, 0, 1);
  if (chunks == 0) return;
  parallel_region([&](int thread, int n_threads) {
    const auto [begin, end] = thread_range(chunks, thread, n_threads);
    if (begin < end) run(thread, begin, end);
  });
}

// Adds rows of `width` values [rows, width] into row 0 by a binary tree.
template <class T>
void add_rows_in_tree(std::span<T> values, std::size_t width) {
  const std::size_t rows = width == 0 ? 0 : values.size() / width;
  for (std::size_t stride = 1; stride < rows; stride *= 2)
    for (std::size_t row = 0; row + stride < rows; row += 2 * stride)
      for (std::size_t k = 0; k < width; ++k) values[row * width + k] += values[(row + stride) * width + k];
}

}  // namespace detail

// Sum over [0, n) of chunk_value(Index begin, Index end), which returns the sum of one chunk as a T. T() when
// n is 0. Cost: a parallel region and n / reduction_chunk values of memory; neither when there is one chunk.
template <class T, std::integral Index, class F>
T fixed_chunk_sum(Index n, F&& chunk_value) {
  T sum{};
  const std::size_t chunks = detail::chunk_count(n);
  if (chunks <= 1) {
    detail::for_each_chunk(n, [&](std::size_t, Index begin, Index end) { sum = chunk_value(begin, end); });
    return sum;
  }
  std::vector<T> partial(chunks);
  detail::for_each_chunk(
      n, [&](std::size_t chunk, Index begin, Index end) { partial[chunk] = chunk_value(begin, end); });
  detail::add_rows_in_tree<T>(partial, 1);
  return partial.front();
}

// sums.size() sums at once (several dot products in one pass over the data): chunk_values(begin, end,
// std::span<T> out) adds the chunk's sums to `out`, which comes in as zeros. Each sum has the bits
// fixed_chunk_sum would give it.
template <class T, std::integral Index, class F>
void fixed_chunk_sums(Index n, std::span<T> sums, F&& chunk_values) {
  std::fill(sums.begin(), sums.end(), T{});
  const std::size_t width = sums.size(), chunks = detail::chunk_count(n);
  if (width == 0) return;
  if (chunks <= 1) {
    detail::for_each_chunk(n, [&](std::size_t, Index begin, Index end) { chunk_values(begin, end, sums); });
    return;
  }
  std::vector<T> partial(chunks * width);
  detail::for_each_chunk(n, [&](std::size_t chunk, Index begin, Index end) {
    chunk_values(begin, end, std::span<T>(partial).subspan(chunk * width, width));
  });
  detail::add_rows_in_tree<T>(partial, width);
  std::copy_n(partial.begin(), width, sums.begin());
}

// The largest of chunk_value(begin, end) over the chunks of [0, n); `lowest` when n is 0.
template <class T, std::integral Index, class F>
T fixed_chunk_max(Index n, T lowest, F&& chunk_value) {
  std::vector<T> partial(detail::chunk_count(n), lowest);
  detail::for_each_chunk(
      n, [&](std::size_t chunk, Index begin, Index end) { partial[chunk] = chunk_value(begin, end); });
  T largest = lowest;
  for (const T& value : partial) largest = std::max(largest, value);
  return largest;
}

}  // namespace trireme::threads
