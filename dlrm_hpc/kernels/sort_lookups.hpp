// SPDX-License-Identifier: Apache-2.0
// Sorts lookups by the row they touch, keeping the order of samples among equal rows: a radix sort from the
// least significant digit, on all threads. Called by embedding/ before rows are updated. Stable, so its
// result is the same for any thread count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace trireme::dlrm::kernels {

struct Lookup {
  std::uint32_t key;  // table and row in one number
  std::uint32_t sample;
};
// Where tables have more rows together than 32 bits count.
struct WideLookup {
  std::uint64_t key;
  std::uint64_t sample;
};

// Where lookups have weights, by which their gradients are multiplied.
struct WeightedLookup {
  std::uint64_t key;
  std::uint32_t sample;
  float weight;
};

inline constexpr int largest_digit_bits = 11;

// Words of `counts` for that many threads.
constexpr std::size_t sort_counts(int n_threads) {
  return static_cast<std::size_t>(n_threads) << largest_digit_bits;
}

// lookups, scratch [n]; counts [sort_counts(threads of the region)]; keys lie below 2^key_bits. Returns the
// array that holds the sorted lookups, either of the two; the other is overwritten. n below 2^32.
std::span<Lookup> sort_lookups(std::span<Lookup> lookups, std::span<Lookup> scratch,
                               std::span<std::uint32_t> counts, int key_bits);
std::span<WideLookup> sort_lookups(std::span<WideLookup> lookups, std::span<WideLookup> scratch,
                                   std::span<std::uint32_t> counts, int key_bits);
std::span<WeightedLookup> sort_lookups(std::span<WeightedLookup> lookups, std::span<WeightedLookup> scratch,
                                       std::span<std::uint32_t> counts, int key_bits);
void sort_lookups_reference(std::span<Lookup> lookups);
void sort_lookups_reference(std::span<WideLookup> lookups);
void sort_lookups_reference(std::span<WeightedLookup> lookups);

}  // namespace trireme::dlrm::kernels
