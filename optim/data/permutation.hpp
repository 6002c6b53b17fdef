// SPDX-License-Identifier: Apache-2.0
// A random order of N samples that is computed, not stored: a bijection of [0, N) and its inverse, which
// every rank evaluates for the rows it has, whatever the number of ranks. A Feistel network of four rounds on
// the smallest even number of bits that hold N, whose results beyond N are put in again until they fall
// inside
// ("cycle walking": J. Black, P. Rogaway, "Ciphers with arbitrary finite domains", CT-RSA 2002). Local;
// O(1), in the mean fewer than four walks.
#pragma once

#include <cstdint>

#include "solvers/base/counter_hash.hpp"
#include "solvers/base/types.hpp"

namespace trireme::optim {

class Permutation {
 public:
  // n >= 0.
  Permutation(GlobalIndex n, std::uint64_t seed) : n_(static_cast<std::uint64_t>(n)), seed_(seed) {
    while ((std::uint64_t{1} << (2 * half_bits_)) < n_) ++half_bits_;
  }

  // The place of a sample in the random order; 0 <= sample < n.
  GlobalIndex position_of(GlobalIndex sample) const {
    auto x = static_cast<std::uint64_t>(sample);
    do x = forward(x);
    while (x >= n_);
    return static_cast<GlobalIndex>(x);
  }

  // The sample at that place.
  GlobalIndex sample_at(GlobalIndex position) const {
    auto x = static_cast<std::uint64_t>(position);
    do x = backward(x);
    while (x >= n_);
    return static_cast<GlobalIndex>(x);
  }

 private:
  static constexpr int rounds = 4;

  std::uint64_t mask() const { return (std::uint64_t{1} << half_bits_) - 1; }
  std::uint64_t round_word(int round, std::uint64_t half) const {
    return mix_bits(mix_bits(seed_ ^ (static_cast<std::uint64_t>(round) << 56)) ^ half) & mask();
  }
  std::uint64_t forward(std::uint64_t x) const {
    std::uint64_t left = x >> half_bits_, right = x & mask();
    for (int round = 0; round < rounds; ++round) {
      const std::uint64_t next = left ^ round_word(round, right);
      left = right;
      right = next;
    }
    return left << half_bits_ | right;
  }
  std::uint64_t backward(std::uint64_t x) const {
    std::uint64_t left = x >> half_bits_, right = x & mask();
    for (int round = rounds - 1; round >= 0; --round) {
      const std::uint64_t before = right ^ round_word(round, left);
      right = left;
      left = before;
    }
    return left << half_bits_ | right;
  }

  std::uint64_t n_, seed_;
  int half_bits_ = 1;
};

}  // namespace trireme::optim
