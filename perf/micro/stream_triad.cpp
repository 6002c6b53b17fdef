// SPDX-License-Identifier: Apache-2.0
// Sustained memory bandwidth by the triad a = b + s c of McCalpin's STREAM (1995), counted as STREAM counts
// it: 24 bytes an entry. Prints the best of ten passes in bytes per second. Compiled and run by perf/compare,
// so that bandwidths stand beside times of the same minutes.
//
// stream_triad [ENTRIES]: of each array, by default 20 million, 480 MB in all: beyond any cache.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>

int main(int argc, char** argv) {
  const long n = argc > 1 ? std::atol(argv[1]) : 20000000;
  if (n < 1) return 2;
  const std::unique_ptr<double[]> a(new double[n]), b(new double[n]), c(new double[n]);
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    a[i] = 0;
    b[i] = 1;
    c[i] = 2;
  }
  double best = 1e300;
  for (int pass = 0; pass < 10; ++pass) {
    const auto start = std::chrono::steady_clock::now();
#pragma omp parallel for
    for (long i = 0; i < n; ++i) a[i] = b[i] + 3 * c[i];
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    if (elapsed.count() < best) best = elapsed.count();
  }
  if (a[n / 2] != 7) return 1;
  std::printf("%.6e\n", 24.0 * static_cast<double>(n) / best);
  return 0;
}
