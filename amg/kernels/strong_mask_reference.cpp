// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/strong_mask.hpp"

namespace trireme::amg::kernels {

void mask_of_pattern_reference(const LocalRows& rows, const Pattern& strong, LocalIndex row_begin,
                               LocalIndex row_end, std::uint8_t* mask) {
  for (std::size_t byte = mask_byte(rows, row_begin); byte < mask_byte(rows, row_end); ++byte) mask[byte] = 0;
  for (LocalIndex row = row_begin; row < row_end; ++row) {
    std::size_t entry = 0;
    rows.for_entries(row, [&](LocalIndex column, double) {
      for (LocalIndex k = strong.begin[row]; k < strong.end[row]; ++k)
        if (strong.columns[static_cast<std::size_t>(k)] == column)
          mask[mask_byte(rows, row) + entry / 8] |= static_cast<std::uint8_t>(1u << entry % 8);
      ++entry;
    });
  }
}

}  // namespace trireme::amg::kernels
