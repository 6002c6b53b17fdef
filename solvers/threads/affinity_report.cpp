// SPDX-License-Identifier: Apache-2.0
#include "solvers/threads/affinity_report.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <sched.h>

#include <omp.h>

#include "solvers/threads/parallel_for.hpp"

namespace trireme::threads {
namespace {

// The calling thread's mask. Machines may have more cpus than a cpu_set_t holds: double until the kernel
// accepts.
std::vector<int> own_cpus() {
  for (std::size_t sets = 1; sets <= 64; sets *= 2) {
    std::vector<cpu_set_t> mask(sets);
    const std::size_t bytes = sets * sizeof(cpu_set_t);
    if (sched_getaffinity(0, bytes, mask.data()) != 0) continue;
    std::vector<int> cpus;
    for (std::size_t cpu = 0; cpu < bytes * 8; ++cpu)
      if (CPU_ISSET_S(cpu, bytes, mask.data())) cpus.push_back(static_cast<int>(cpu));
    return cpus;
  }
  return {};
}

// Thread count (high half) and its allowed cores (low half) in one word, so that readers need no lock.
std::atomic<std::uint64_t> last_measured{0};

}  // namespace

std::vector<ThreadPlace> thread_places() {
  std::vector<ThreadPlace> places(static_cast<std::size_t>(max_threads()));
  parallel_region([&](int thread, int) {
    places[static_cast<std::size_t>(thread)] = {thread, sched_getcpu()};
  });
  return places;
}

std::vector<int> allowed_cpus() {
  std::vector<std::vector<int>> of_thread(static_cast<std::size_t>(max_threads()));
  parallel_region([&](int thread, int) { of_thread[static_cast<std::size_t>(thread)] = own_cpus(); });
  std::vector<int> all;
  for (const auto& cpus : of_thread) {
    std::vector<int> merged;
    std::set_union(all.begin(), all.end(), cpus.begin(), cpus.end(), std::back_inserter(merged));
    all = std::move(merged);
  }
  return all;
}

int allowed_cores() {
  const std::uint64_t known = last_measured.load(std::memory_order_relaxed);
  const bool inside = omp_in_parallel();
  const auto threads = static_cast<std::uint64_t>(inside ? omp_get_num_threads() : omp_get_max_threads());
  if (known != 0 && (inside || known >> 32 == threads)) return static_cast<int>(known & 0xffffffffu);
  const std::size_t cores = std::max<std::size_t>(1, allowed_cpus().size());
  if (!inside) last_measured.store(threads << 32 | cores, std::memory_order_relaxed);
  return static_cast<int>(cores);
}

}  // namespace trireme::threads
