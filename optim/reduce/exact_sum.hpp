// SPDX-License-Identifier: Apache-2.0
// The exact sum of doubles: a fixed-point number that spans the whole range of double, in digits of 32 bits
// (U. W. Kulisch's long accumulator). Integer additions commute, so the sum has the same bits in any order,
// on any number of threads and ranks. Used for the scalars that decide what an optimizer does next: losses,
// moments, batch tests. Local; ranks add their digits by an integer all-reduce
// (optim/reduce/order_free_sum.hpp).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace trireme::optim {

class ExactSum {
 public:
  static constexpr int n_digits = 67;
  // Digits, and behind them how often NaN, +infinity and -infinity were added.
  static constexpr int n_words = n_digits + 3;

  // At most 2^31 additions over all ranks. O(1): three integer additions.
  void add(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const auto exponent = static_cast<int>((bits >> 52) & 0x7ff);
    std::uint64_t mantissa = bits & 0x000fffffffffffffu;
    if (exponent == 0x7ff) return add_not_finite(mantissa, bits >> 63);
    if (exponent != 0) mantissa |= 0x0010000000000000u;
    // x = mantissa 2^(position - 1074), of which digit k holds the bits 32 k to 32 k + 31.
    const int position = exponent == 0 ? 0 : exponent - 1;
    const unsigned __int128 shifted = static_cast<unsigned __int128>(mantissa) << (position % 32);
    const auto digit = static_cast<std::size_t>(position / 32);
    const std::int64_t sign = (bits >> 63) != 0 ? -1 : 1;
    words_[digit] += sign * static_cast<std::int64_t>(static_cast<std::uint32_t>(shifted));
    words_[digit + 1] += sign * static_cast<std::int64_t>(static_cast<std::uint32_t>(shifted >> 32));
    words_[digit + 2] += sign * static_cast<std::int64_t>(static_cast<std::uint32_t>(shifted >> 64));
  }

  void add(const ExactSum& other) {
    for (std::size_t k = 0; k < words_.size(); ++k) words_[k] += other.words_[k];
  }

  // The nearest double up to one rounding in the last place; the same for equal sums. O(n_digits).
  double value() const;

  std::array<std::int64_t, n_words>& words() { return words_; }
  const std::array<std::int64_t, n_words>& words() const { return words_; }

 private:
  void add_not_finite(std::uint64_t mantissa, std::uint64_t negative) {
    words_[n_digits + (mantissa != 0 ? 0 : negative != 0 ? 2 : 1)] += 1;
  }

  std::array<std::int64_t, n_words> words_{};
};

}  // namespace trireme::optim
