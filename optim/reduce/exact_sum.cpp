// SPDX-License-Identifier: Apache-2.0
#include "optim/reduce/exact_sum.hpp"

#include <cmath>
#include <limits>

namespace trireme::optim {

double ExactSum::value() const {
  const std::int64_t nans = words_[n_digits], positive = words_[n_digits + 1],
                     negative = words_[n_digits + 2];
  if (nans > 0 || (positive > 0 && negative > 0)) return std::numeric_limits<double>::quiet_NaN();
  if (positive > 0) return std::numeric_limits<double>::infinity();
  if (negative > 0) return -std::numeric_limits<double>::infinity();

  // Digits into [0, 2^32), which makes them those of the two's complement; the sign is what is carried out.
  std::array<std::int64_t, n_digits> digits;
  const auto carry = [&](std::int64_t sign) {
    std::int64_t carried = 0;
    for (std::size_t k = 0; k < digits.size(); ++k) {
      const std::int64_t sum = sign * words_[k] + carried;
      digits[k] = sum & 0xffffffff;
      carried = sum >> 32;
    }
    return carried;
  };
  double sign = 1;
  if (carry(1) < 0) {
    sign = -1;
    carry(-1);
  }
  // The four highest digits that count hold at least 97 bits.
  std::size_t top = digits.size();
  while (top > 0 && digits[top - 1] == 0) --top;
  double total = 0;
  for (std::size_t k = top > 4 ? top - 4 : 0; k < top; ++k)
    total += std::ldexp(static_cast<double>(digits[k]), static_cast<int>(32 * k) - 1074);
  return sign * total;
}

}  // namespace trireme::optim
