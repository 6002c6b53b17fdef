// SPDX-License-Identifier: Apache-2.0
// What this machine can do at best for training a recommendation model: the rate of single-threaded products
// by OpenBLAS, one on each thread, and bare loops over random rows of a table, reading and updating them,
// with and without prefetching. Prints JSON. Compiled and run by perf/compare/dlrm.py.
//
// dlrm_floors ROWS WIDTH: of the table, which takes 4 ROWS WIDTH bytes.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <vector>

#include <cblas.h>
#include <omp.h>

namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Of 2 * 256 * 512 * 256 operations, on each thread at once: the sum over threads.
double gemm_gflops() {
  double best = 0;
  for (int repetition = 0; repetition < 5; ++repetition) {
    double slowest = 0;
#pragma omp parallel reduction(max : slowest)
    {
      constexpr int n = 256, inputs = 512, outputs = 256, calls = 40;
      std::vector<float> x(n * inputs, 0.5f), w(outputs * inputs, 0.25f), y(n * outputs);
#pragma omp barrier
      const auto start = std::chrono::steady_clock::now();
      for (int call = 0; call < calls; ++call)
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, outputs, inputs, 1, x.data(), inputs,
                    w.data(), inputs, 0, y.data(), outputs);
      slowest = seconds_since(start) / (2e-9 * n * inputs * outputs * calls);
    }
    best = std::max(best, omp_get_max_threads() / slowest);
  }
  return best;
}

// Bytes of rows a second. Ahead: rows whose lines are asked for beforehand.
template <bool Writes, std::size_t Ahead>
double row_rate(float* table, std::size_t rows, std::size_t width, const std::vector<std::uint32_t>& ids) {
  double best = 0;
  const std::size_t lines = (width + 15) / 16;
  for (int repetition = 0; repetition < 3; ++repetition) {
    const auto start = std::chrono::steady_clock::now();
#pragma omp parallel
    {
      std::vector<float> sum(width, 0.0f);
      const auto thread = static_cast<std::size_t>(omp_get_thread_num()),
                 threads = static_cast<std::size_t>(omp_get_num_threads());
      const std::size_t share = rows / threads;
      // Threads update rows of their own.
      const auto row_of = [&](std::size_t k) -> std::size_t {
        return Writes ? ids[k] % share + thread * share : ids[k];
      };
      const std::size_t end = ids.size() * (thread + 1) / threads;
      for (std::size_t k = ids.size() * thread / threads; k < end; ++k) {
        if (Ahead > 0 && k + Ahead < end)
          for (std::size_t line = 0; line < lines; ++line)
            __builtin_prefetch(table + row_of(k + Ahead) * width + 16 * line, Writes);
        float* const row = table + row_of(k) * width;
        for (std::size_t d = 0; d < width; ++d) {
          if constexpr (Writes)
            row[d] -= 1e-3f * sum[d];
          else
            sum[d] += row[d];
        }
      }
      if (sum[0] == 1.2345f) std::printf(" ");
    }
    const double bytes = (Writes ? 8.0 : 4.0) * static_cast<double>(ids.size() * width);
    best = std::max(best, bytes / seconds_since(start));
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const auto rows = static_cast<std::size_t>(std::atoll(argv[1])),
             width = static_cast<std::size_t>(std::atoll(argv[2]));
  constexpr std::size_t page = std::size_t{1} << 21;
  const std::size_t bytes = (4 * rows * width + page - 1) / page * page;
  auto* const table = static_cast<float*>(std::aligned_alloc(page, bytes));
  if (table == nullptr || rows < 64) return 2;
  static_cast<void>(madvise(table, bytes, MADV_HUGEPAGE));
#pragma omp parallel for schedule(static)
  for (std::int64_t k = 0; k < static_cast<std::int64_t>(rows * width); ++k) table[k] = 0.125f;
  std::vector<std::uint32_t> ids(std::size_t{1} << 20);
  std::uint64_t state = 1;
  for (std::uint32_t& id : ids) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    id = static_cast<std::uint32_t>((state >> 33) % rows);
  }
  const double gather = row_rate<false, 10>(table, rows, width, ids),
               plain_gather = row_rate<false, 0>(table, rows, width, ids),
               update = row_rate<true, 10>(table, rows, width, ids),
               plain_update = row_rate<true, 0>(table, rows, width, ids);
  std::printf(
      "{\"gemm_gflops\": %.4g, \"gather\": %.4g, \"gather_without_prefetch\": %.4g, \"update\": %.4g, "
      "\"update_without_prefetch\": %.4g}\n",
      gemm_gflops(), gather, plain_gather, update, plain_update);
  std::free(table);
  return 0;
}
