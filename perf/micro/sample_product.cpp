// SPDX-License-Identifier: Apache-2.0
// Bytes of samples per second that a dense Hessian product of a linear model reads, in blocks as
// optim/problem/linear_model does it. usage: sample_product ROWS FEATURES. Compiled with
// optim/kernels/sample_rows.cpp by perf/compare/optim.py.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <omp.h>

#include "optim/kernels/sample_rows.hpp"

int main(int argc, char** argv) {
  using namespace trireme::optim;
  const std::int64_t n = argc > 1 ? std::atoll(argv[1]) : 20000, d = argc > 2 ? std::atoll(argv[2]) : 2000;
  std::vector<float> x(static_cast<std::size_t>(n * d));
  const std::int64_t block = std::clamp<std::int64_t>((1 << 15) / (4 * d), 4, 64);
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n * d; ++i)
    x[static_cast<std::size_t>(i)] = static_cast<float>((i * 37) % 101) / 101;
  const std::vector<double> u(static_cast<std::size_t>(d), 0.5);
  std::vector<std::vector<std::int64_t>> sums(static_cast<std::size_t>(omp_get_max_threads()),
                                              std::vector<std::int64_t>(static_cast<std::size_t>(d)));
  const DenseRows rows{x.data(), d};
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
    best = std::max(best, 4.0 * static_cast<double>(n * d) / seconds.count());
  }
  std::printf("%.6e\n", best);
  return sums[0][0] == 1 ? 1 : 0;
}
