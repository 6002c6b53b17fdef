// SPDX-License-Identifier: Apache-2.0
// Bytes of samples per second that a Hessian product of a linear model reads, in blocks as
// optim/problem/linear_model does it. usage: sample_product ROWS FEATURES [ENTRIES [words]]. With ENTRIES
// rows are sparse, so many entries each; the bytes are those of values, columns and offsets. Columns are
// random: all alike, or, with `words`, as frequent as one over their number, as in texts. Compiled with
// optim/kernels/sample_rows.cpp by perf/compare/optim.py.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <omp.h>

#include "optim/kernels/sample_rows.hpp"

namespace {

using namespace trireme::optim;

// The best of seven products, in bytes a second.
template <class Rows>
double bytes_a_second(const Rows& rows, std::int64_t n, std::int64_t d, std::int64_t block, double bytes) {
  const std::vector<double> u(static_cast<std::size_t>(d), 0.5);
  std::vector<std::vector<std::int64_t>> sums(static_cast<std::size_t>(omp_get_max_threads()),
                                              std::vector<std::int64_t>(static_cast<std::size_t>(d)));
  double best = 0;
  for (int repetition = 0; repetition < 7; ++repetition) {
    const auto start = std::chrono::steady_clock::now();
#pragma omp parallel
    {
      double z[64];
      const auto thread = static_cast<std::int64_t>(omp_get_thread_num()),
                 threads = static_cast<std::int64_t>(omp_get_num_threads());
      std::int64_t* mine = sums[static_cast<std::size_t>(thread)].data();
      const std::int64_t end = n * (thread + 1) / threads;
      for (std::int64_t at = n * thread / threads; at < end; at += block) {
        const std::int64_t last = std::min(end, at + block);
        kernels::row_margins(rows, at, last, u.data(), 1, z);
        for (std::int64_t i = 0; i < last - at; ++i) z[i] *= 0.25;
        kernels::add_columns(rows, at, last, z, 1, 0x1p20, mine);
      }
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    best = std::max(best, bytes / seconds.count());
  }
  // So that no compiler leaves the work out.
  return sums[0][0] == 1 ? 0 : best;
}

}  // namespace

int main(int argc, char** argv) {
  const auto argument = [&](int k, std::int64_t otherwise) {
    return argc > k ? std::atoll(argv[k]) : otherwise;
  };
  const std::int64_t n = argument(1, 20000), d = argument(2, 2000), entries = argument(3, 0);
  const std::int64_t width = entries > 0 ? entries : d;
  std::vector<float> x(static_cast<std::size_t>(n * width));
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n * width; ++i)
    x[static_cast<std::size_t>(i)] = static_cast<float>((i * 37) % 101) / 101;
  if (entries == 0) {
    const std::int64_t block = std::clamp<std::int64_t>((1 << 15) / (4 * d), 4, 64);
    std::printf("%.6e\n",
                bytes_a_second(DenseRows{x.data(), d}, n, d, block, 4.0 * static_cast<double>(n * d)));
    return 0;
  }
  // One column in each of `entries` equal ranges of the features, or of their logarithms.
  const bool words = argc > 4 && std::string_view(argv[4]) == "words";
  std::vector<std::int64_t> begins;
  for (std::int64_t k = 0; k <= entries; ++k) {
    const double part = static_cast<double>(k) / static_cast<double>(entries);
    const auto place =
        words ? static_cast<std::int64_t>(std::pow(static_cast<double>(d), part)) - 1 : k * d / entries;
    begins.push_back(k == entries ? d : begins.empty() ? 0 : std::max(place, begins.back() + 1));
  }
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(n + 1));
  std::vector<std::int32_t> columns(x.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i <= n; ++i) offsets[static_cast<std::size_t>(i)] = i * entries;
#pragma omp parallel for schedule(static)
  for (std::int64_t e = 0; e < n * entries; ++e) {
    const auto k = static_cast<std::size_t>(e % entries);
    const std::int64_t begin = begins[k], end = begins[k + 1];
    const auto hash = static_cast<std::uint64_t>(e) * 0x9e3779b97f4a7c15u >> 32;
    columns[static_cast<std::size_t>(e)] = static_cast<std::int32_t>(
        begin + static_cast<std::int64_t>(hash % static_cast<std::uint64_t>(end - begin)));
  }
  const double bytes = 8.0 * static_cast<double>(n * entries) + 8.0 * static_cast<double>(n);
  std::printf("%.6e\n",
              bytes_a_second(SparseRows{offsets.data(), columns.data(), x.data()}, n, d, 64, bytes));
  return 0;
}
