// SPDX-License-Identifier: Apache-2.0
// Fixed-point numbers in 64-bit integers, for long sums of many entries: each term is rounded once to a
// multiple of a power of two that is chosen from bounds known on every rank, and the integers are then added
// exactly, in any order. With 2^k terms up to m in magnitude the rounding of a term is at most m 2^(k - 63)
// or m 2^-52, whichever is greater: a mean of a million terms is as good as one in double. Called by
// optim/reduce/order_free_sum.hpp and the kernels that add.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "solvers/base/types.hpp"

namespace trireme::optim {

// quantum = 2^exponent; a term t is stored as round(t / quantum).
class FixedScale {
 public:
  FixedScale() = default;
  // max_term: bound of every |t|, finite; n_terms: of one entry, over all ranks.
  FixedScale(double max_term, GlobalIndex n_terms) {
    if (!(max_term > 0) || !std::isfinite(max_term)) return;
    int term_exponent = 0, count_exponent = 0;
    // Bounds are computed with rounding, as terms are.
    std::frexp(1.0001 * max_term, &term_exponent);  // max_term < 2^term_exponent
    std::frexp(static_cast<double>(n_terms < 1 ? 1 : n_terms), &count_exponent);
    const int for_sum = term_exponent + count_exponent - 62, for_term = term_exponent - 51;
    exponent_ = for_sum > for_term ? for_sum : for_term;
    // Beyond, 2^-exponent or the quantum itself would not be finite or normal.
    if (exponent_ < -1000) exponent_ = -1000;
    if (exponent_ > 960) exponent_ = 960;
  }

  double to_fixed() const { return std::ldexp(1.0, -exponent_); }  // exact: multiply terms by it
  double quantum() const { return std::ldexp(1.0, exponent_); }

 private:
  int exponent_ = 0;
};

// Nearest integer of a scaled term, |t| <= 2^51, in two instructions that vectorize: adding the shift leaves
// the integer in the low bits of the sum.
inline constexpr double fixed_shift = 0x1.8p52;
inline std::int64_t fixed_of(double scaled_term) {
  return std::bit_cast<std::int64_t>(scaled_term + fixed_shift) - std::bit_cast<std::int64_t>(fixed_shift);
}

// sum + term, modulo 2^64: sums of terms beyond their bound, which are no numbers in the end, overflow.
inline std::int64_t add_fixed(std::int64_t sum, std::int64_t term) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(sum) + static_cast<std::uint64_t>(term));
}

}  // namespace trireme::optim
