// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/strong_mask.hpp"

namespace trireme::amg::kernels {

void mask_of_pattern(const LocalRows& rows, const Pattern& strong, LocalIndex row_begin, LocalIndex row_end,
                     std::uint8_t* mask) {
  for (LocalIndex row = row_begin; row < row_end; ++row) {
    const LocalIndex* next = strong.columns.data() + strong.begin[row];
    const LocalIndex* const last = strong.columns.data() + strong.end[row];
    std::uint8_t* byte = mask + mask_byte(rows, row);
    const std::uint8_t* const end = mask + mask_byte(rows, row + 1);
    unsigned bits = 0, count = 0;
    rows.for_entries(row, [&](LocalIndex column, double) {
      const bool is_strong = next != last && *next == column;
      next += is_strong;
      bits |= static_cast<unsigned>(is_strong) << count;
      if (++count < 8) return;
      *byte++ = static_cast<std::uint8_t>(bits);
      bits = count = 0;
    });
    for (; byte < end; bits = 0) *byte++ = static_cast<std::uint8_t>(bits);
  }
}

void pattern_of_mask(const LocalRows& rows, const std::uint8_t* mask, LocalIndex row_begin,
                     LocalIndex row_end, LocalIndex first, Pattern& strong) {
  LocalIndex* const columns = strong.columns.data();
  for (LocalIndex row = row_begin; row < row_end; ++row) {
    const std::uint8_t* const bits = mask + mask_byte(rows, row);
    strong.begin[row] = first;
    std::size_t entry = 0;
    // Written always, kept when strong: no branch to mispredict.
    rows.for_entries(row, [&](LocalIndex column, double) {
      columns[first] = column;
      first += mask_bit(bits, entry++) ? 1 : 0;
    });
    strong.end[row] = first;
  }
}

void diagonal_signs(const LocalRows& rows, LocalIndex row_begin, LocalIndex row_end, std::int8_t* signs,
                    double* diagonal) {
  for (LocalIndex row = row_begin; row < row_end; ++row) {
    const double value = rows.diagonal_value(row);
    signs[row] = static_cast<std::int8_t>((value > 0) - (value < 0));
    if (diagonal != nullptr) diagonal[row] = value;
  }
}

}  // namespace trireme::amg::kernels
