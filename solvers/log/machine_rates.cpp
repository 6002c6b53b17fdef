// SPDX-License-Identifier: Apache-2.0
#include "solvers/log/machine_rates.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>

#include "solvers/comm/reduction.hpp"
#include "solvers/simd/pack.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::log {

namespace {

constexpr int passes = 6;

// The shortest pass, each timed from the moment that all ranks are there.
template <class F>
double shortest(const comm::Communicator& comm, F&& pass) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < passes; ++i) {
    comm::all_max(comm, 0.0);
    const auto start = std::chrono::steady_clock::now();
    pass();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    best = std::min(best, comm::all_max(comm, elapsed.count()));
  }
  return best;
}

double triad(const comm::Communicator& comm, std::size_t n) {
  const std::unique_ptr<double[]> a(new double[n]), b(new double[n]), c(new double[n]);
  threads::parallel_for(n, [&](std::size_t i) {
    a[i] = 0;
    b[i] = 1;
    c[i] = 2;
  });
  const double seconds =
      shortest(comm, [&] { threads::parallel_for(n, [&](std::size_t i) { a[i] = b[i] + 3.0 * c[i]; }); });
  return 24.0 * static_cast<double>(n) * comm.size() / seconds;
}

double multiply_adds(const comm::Communicator& comm) {
  using Pack = simd::Pack<double>;
  constexpr int chains = 12;  // enough to hide the latency of one
  constexpr int rounds = 1'000'000;
  std::int64_t n_threads = 1;
  const double seconds = shortest(comm, [&] {
    threads::parallel_region([&](int thread, int running) {
      Pack sums[chains];
      // Of different numbers, so that no chain can stand for another.
      for (int k = 0; k < chains; ++k) sums[k] = Pack(1.0 + thread + 0.01 * k);
      const Pack factor(0.999999), term(1e-6);
      for (int round = 0; round < rounds; ++round) {
        for (Pack& sum : sums) sum = fma(sum, factor, term);
      }
      double total = 0;
      for (const Pack& sum : sums) total += sum[0];
      // Always true: the sums stay near one or fall; keeps them from being optimized away.
      if (thread == 0 && total != 0) n_threads = running;
    });
  });
  const double all_threads = static_cast<double>(comm::all_sum(comm, n_threads));
  return 2.0 * Pack::width * chains * rounds * all_threads / seconds;
}

}  // namespace

MachineRates measure_machine_rates(const comm::Communicator& comm, std::size_t entries) {
  const std::size_t own = std::max<std::size_t>(entries / static_cast<std::size_t>(comm.size()), 1);
  return {triad(comm, own), multiply_adds(comm)};
}

}  // namespace trireme::log
