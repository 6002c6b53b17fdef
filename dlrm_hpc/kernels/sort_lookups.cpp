// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/kernels/sort_lookups.hpp"

#include <algorithm>
#include <utility>

#include <omp.h>

namespace trireme::dlrm::kernels {
namespace {

template <class Entry>
std::span<Entry> sort_by_digits(std::span<Entry> from, std::span<Entry> to, std::span<std::uint32_t> counts,
                                int key_bits) {
  const std::size_t n = from.size();
  const int passes = std::max(1, (key_bits + largest_digit_bits - 1) / largest_digit_bits);
  const int digit_bits = std::max(1, (key_bits + passes - 1) / passes);
  const std::size_t digits = std::size_t{1} << digit_bits;
  const auto mask = static_cast<decltype(Entry::key)>(digits - 1);
  // A region costs as much as sorting some thousand entries.
  const int wanted = n < 4096 ? 1 : omp_get_max_threads();
#pragma omp parallel num_threads(wanted)
  {
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    const auto n_threads = static_cast<std::size_t>(omp_get_num_threads());
    const std::size_t begin = n * thread / n_threads, end = n * (thread + 1) / n_threads;
    std::uint32_t* const mine = counts.data() + thread * digits;
    const Entry* source = from.data();
    Entry* target = to.data();
    for (int pass = 0; pass < passes; ++pass) {
      const int shift = pass * digit_bits;
      std::fill_n(mine, digits, 0u);
      for (std::size_t i = begin; i < end; ++i) ++mine[(source[i].key >> shift) & mask];
#pragma omp barrier
#pragma omp single
      {
        // Digit by digit, and within a digit thread by thread: the order of a stable sort.
        std::uint32_t before = 0;
        for (std::size_t digit = 0; digit < digits; ++digit)
          for (std::size_t t = 0; t < n_threads; ++t) {
            const std::uint32_t count = std::exchange(counts[t * digits + digit], before);
            before += count;
          }
      }
      for (std::size_t i = begin; i < end; ++i) target[mine[(source[i].key >> shift) & mask]++] = source[i];
#pragma omp barrier
      const Entry* const done = target;
      target = const_cast<Entry*>(source);
      source = done;
    }
  }
  return passes % 2 == 0 ? from : to;
}

}  // namespace

std::span<Lookup> sort_lookups(std::span<Lookup> lookups, std::span<Lookup> scratch,
                               std::span<std::uint32_t> counts, int key_bits) {
  return sort_by_digits(lookups, scratch, counts, key_bits);
}
std::span<WideLookup> sort_lookups(std::span<WideLookup> lookups, std::span<WideLookup> scratch,
                                   std::span<std::uint32_t> counts, int key_bits) {
  return sort_by_digits(lookups, scratch, counts, key_bits);
}
std::span<WeightedLookup> sort_lookups(std::span<WeightedLookup> lookups, std::span<WeightedLookup> scratch,
                                       std::span<std::uint32_t> counts, int key_bits) {
  return sort_by_digits(lookups, scratch, counts, key_bits);
}

}  // namespace trireme::dlrm::kernels
