// SPDX-License-Identifier: Apache-2.0
#include "solvers/threads/chunk_counters.hpp"

#include <array>
#include <atomic>

namespace trireme::threads {
namespace {
struct alignas(64) Counter {
  std::atomic<std::int64_t> chunks{0};
};
std::array<Counter, 256> counters;
}  // namespace

void count_chunks(int thread, std::int64_t chunks) noexcept {
  counters[static_cast<std::size_t>(thread) % counters.size()].chunks.fetch_add(chunks,
                                                                                std::memory_order_relaxed);
}

std::vector<std::int64_t> chunks_run_by_thread() {
  std::vector<std::int64_t> counts;
  for (std::size_t t = 0; t < counters.size(); ++t) {
    const auto chunks = counters[t].chunks.load(std::memory_order_relaxed);
    if (chunks > 0) {
      counts.resize(t + 1);
      counts[t] = chunks;
    }
  }
  return counts;
}

void reset_chunk_counters() {
  for (auto& counter : counters) counter.chunks.store(0, std::memory_order_relaxed);
}

}  // namespace trireme::threads
