// SPDX-License-Identifier: Apache-2.0
// Sums that give the same bits for any thread count: [0, n) is cut into chunks of a fixed length, each chunk
// is summed by one thread in ascending order, and the chunk sums are added in a binary tree whose shape
// depends on n alone. Called by every dot product, norm and force integral. Local to the rank. Exceptions:
// see parallel_for.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory_resource>
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

// Zeroed values, on the stack while they fit: a Krylov method takes a sum every few microseconds, and the
// heap is shared by all threads.
template <class T>
class ChunkValues {
 public:
  explicit ChunkValues(std::size_t count) : values_(count, &memory_) {}
  std::span<T> all() { return values_; }

 private:
  static constexpr std::size_t stack_bytes = 8192;
  alignas(std::max_align_t) std::array<std::byte, stack_bytes> stack_;
  std::pmr::monotonic_buffer_resource memory_{stack_.data(), stack_.size()};
  std::pmr::vector<T> values_;
};

}  // namespace detail

// Sum over [0, n) of chunk_value(Index begin, Index end), which returns the sum of one chunk as a T. T() when
// n is 0. Cost: a parallel region and n / reduction_chunk values of memory, on the heap only when they exceed
// 8 KiB (doubles: n above two millions); neither when there is one chunk.
template <class T, std::integral Index, class F>
T fixed_chunk_sum(Index n, F&& chunk_value) {
  T sum{};
  const std::size_t chunks = detail::chunk_count(n);
  if (chunks <= 1) {
    detail::for_each_chunk(n, [&](std::size_t, Index begin, Index end) { sum = chunk_value(begin, end); });
    return sum;
  }
  detail::ChunkValues<T> values(chunks);
  const std::span<T> partial = values.all();
  detail::for_each_chunk(
      n, [&](std::size_t chunk, Index begin, Index end) { partial[chunk] = chunk_value(begin, end); });
  detail::add_rows_in_tree(partial, 1);
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
  detail::ChunkValues<T> values(chunks * width);
  const std::span<T> partial = values.all();
  detail::for_each_chunk(n, [&](std::size_t chunk, Index begin, Index end) {
    chunk_values(begin, end, partial.subspan(chunk * width, width));
  });
  detail::add_rows_in_tree(partial, width);
  std::copy_n(partial.begin(), width, sums.begin());
}

}  // namespace trireme::threads
