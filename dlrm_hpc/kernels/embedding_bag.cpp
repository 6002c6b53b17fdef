// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/kernels/embedding_bag.hpp"

#include <algorithm>

#include "dlrm_hpc/kernels/width_dispatch.hpp"

namespace trireme::dlrm::kernels {
namespace {

// Samples of a piece of work: long enough for prefetching to run, short enough to feed threads.
constexpr std::size_t samples_at_a_time = 64;

template <int Width, bool Weighted, class T>
void pool_sums(const BagColumn& column, std::size_t begin, std::size_t end, float* out, std::size_t stride) {
  const auto width = static_cast<std::size_t>(Width > 0 ? Width : column.width);
  const T* const rows = static_cast<const T*>(column.rows);
  const std::int64_t last = column.offsets[end];
  for (std::size_t s = begin; s < end; ++s) {
    float* const pooled = out + s * stride + column.out_column;
    if constexpr (Width > 0) {
      float sums[Width] = {};
      for (std::int64_t k = column.offsets[s]; k < column.offsets[s + 1]; ++k) {
        if (k + rows_ahead < last)
          prefetch_row(rows + static_cast<std::size_t>(column.ids[k + rows_ahead]) * width,
                       width * sizeof(T));
        const T* const row = rows + static_cast<std::size_t>(column.ids[k]) * width;
        if constexpr (Weighted) {
          const float weight = column.weights[k];
          for (int d = 0; d < Width; ++d) sums[d] += weight * to_float(row[d]);
        } else {
          for (int d = 0; d < Width; ++d) sums[d] += to_float(row[d]);
        }
      }
      for (int d = 0; d < Width; ++d) pooled[d] = sums[d];
    } else {
      std::fill_n(pooled, width, 0.0f);
      for (std::int64_t k = column.offsets[s]; k < column.offsets[s + 1]; ++k) {
        if (k + rows_ahead < last)
          prefetch_row(rows + static_cast<std::size_t>(column.ids[k + rows_ahead]) * width,
                       width * sizeof(T));
        const T* const row = rows + static_cast<std::size_t>(column.ids[k]) * width;
        if constexpr (Weighted) {
          const float weight = column.weights[k];
          for (std::size_t d = 0; d < width; ++d) pooled[d] += weight * to_float(row[d]);
        } else {
          for (std::size_t d = 0; d < width; ++d) pooled[d] += to_float(row[d]);
        }
      }
    }
  }
}

// Of equal values the first wins.
template <class T>
void pool_maxima(const BagColumn& column, std::size_t begin, std::size_t end, float* out,
                 std::size_t stride) {
  const auto width = static_cast<std::size_t>(column.width);
  const T* const rows = static_cast<const T*>(column.rows);
  for (std::size_t s = begin; s < end; ++s) {
    float* const pooled = out + s * stride + column.out_column;
    std::int64_t* const winners = column.winners + s * width;
    std::fill_n(pooled, width, 0.0f);
    std::fill_n(winners, width, std::int64_t{-1});
    for (std::int64_t k = column.offsets[s]; k < column.offsets[s + 1]; ++k) {
      const T* const row = rows + static_cast<std::size_t>(column.ids[k]) * width;
      for (std::size_t d = 0; d < width; ++d)
        if (winners[d] < 0 || to_float(row[d]) > pooled[d]) {
          pooled[d] = to_float(row[d]);
          winners[d] = column.ids[k];
        }
    }
  }
}

template <class T>
void pool_column(const BagColumn& column, std::size_t begin, std::size_t end, float* out,
                 std::size_t stride) {
  if (column.pooling == PoolRows::max) return pool_maxima<T>(column, begin, end, out, stride);
  with_width(column.width, [&](auto width) {
    if (column.weights)
      pool_sums<width(), true, T>(column, begin, end, out, stride);
    else
      pool_sums<width(), false, T>(column, begin, end, out, stride);
  });
}

}  // namespace

void pool_bags(std::span<const BagColumn> columns, std::size_t n_samples, float* out, std::size_t stride) {
  const std::size_t pieces = (n_samples + samples_at_a_time - 1) / samples_at_a_time;
  const auto work = static_cast<std::int64_t>(pieces * columns.size());
  // Bags differ in length: pieces go to whoever is free.
#pragma omp parallel for schedule(dynamic, 1)
  for (std::int64_t piece = 0; piece < work; ++piece) {
    const BagColumn& column = columns[static_cast<std::size_t>(piece) / pieces];
    const std::size_t begin = static_cast<std::size_t>(piece) % pieces * samples_at_a_time;
    const std::size_t end = std::min(n_samples, begin + samples_at_a_time);
    if (column.format == RowFormat::fp32)
      pool_column<float>(column, begin, end, out, stride);
    else if (column.format == RowFormat::split_bf16)
      pool_column<Bf16>(column, begin, end, out, stride);
    else
      pool_column<Fp16>(column, begin, end, out, stride);
  }
}

}  // namespace trireme::dlrm::kernels
