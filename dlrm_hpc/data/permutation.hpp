// SPDX-License-Identifier: Apache-2.0
// An order of samples that is computed, not stored: position -> sample, a bijection of 0 .. n - 1 chosen by a
// seed and an epoch, the same on every rank. A Feistel network on the next even number of bits, walked until
// it comes back below n (Black and Rogaway, "Ciphers with arbitrary finite domains", CT-RSA 2002, method 2).
// Called by batches. About 30 ns; the expected number of walks is below 4.
#pragma once

#include <cstdint>

#include "solvers/base/counter_hash.hpp"
#include "solvers/base/types.hpp"

namespace trireme::dlrm {

class Permutation {
 public:
  Permutation(GlobalIndex n, std::uint64_t seed, std::uint64_t epoch)
      : n_(static_cast<std::uint64_t>(n)), key_(mix_bits(mix_bits(seed) ^ epoch)) {
    while (half_bits_ < 31 && (std::uint64_t{1} << (2 * half_bits_)) < n_) ++half_bits_;
  }

  GlobalIndex operator()(GlobalIndex position) const {
    auto at = static_cast<std::uint64_t>(position);
    do at = encrypt(at);
    while (at >= n_);
    return static_cast<GlobalIndex>(at);
  }

 private:
  std::uint64_t encrypt(std::uint64_t value) const {
    const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
    std::uint64_t left = value >> half_bits_, right = value & mask;
    for (std::uint64_t round = 0; round < 4; ++round) {
      const std::uint64_t next = left ^ (mix_bits(key_ ^ (right << 3) ^ round) & mask);
      left = right;
      right = next;
    }
    return (left << half_bits_) | right;
  }

  std::uint64_t n_, key_;
  int half_bits_ = 1;
};

}  // namespace trireme::dlrm
