// SPDX-License-Identifier: Apache-2.0
// Counts of the chunks that each thread ran in fixed-chunk reductions and scans, by which tests prove that
// threads shared the work. One addition to a thread's own cache line per loop, so they are always on.
#pragma once

#include <cstdint>
#include <vector>

namespace trireme::threads {

// Adds to the calling thread's count. Threads numbered 256 and above share counters.
void count_chunks(int thread, std::int64_t chunks) noexcept;

// Chunks run since the last reset, by thread number; as long as the highest thread that ran any. Outside
// regions only.
std::vector<std::int64_t> chunks_run_by_thread();
void reset_chunk_counters();

}  // namespace trireme::threads
