// SPDX-License-Identifier: Apache-2.0
// Which entries of a matrix are strong, in one bit an entry: what a re-setup keeps of strength, since a
// pattern of column numbers would take as much memory as the matrix. Called by the structures that a
// hierarchy keeps.
#pragma once

#include <cstdint>

#include "amg/matrix/local_rows.hpp"

namespace trireme::amg::kernels {

// Bit k of a row is its k-th entry as LocalRows::for_entries walks them. A row begins at a byte of its own,
// so that threads may fill rows side by side.
inline std::size_t mask_byte(const LocalRows& rows, LocalIndex row) {
  return (static_cast<std::size_t>(rows.offsets[row]) + static_cast<std::size_t>(rows.ghost_offsets[row])) /
             8 +
         static_cast<std::size_t>(row);
}
// Bytes of the mask of all rows.
inline std::size_t mask_bytes(const LocalRows& rows) {
  return mask_byte(rows, rows.n_rows);
}
inline bool mask_bit(const std::uint8_t* row_mask, std::size_t entry) {
  return (row_mask[entry / 8] >> (entry % 8) & 1) != 0;
}

// Rows [row_begin, row_end). strong lists a part of each row's columns, in the row's order.
void mask_of_pattern(const LocalRows& rows, const Pattern& strong, LocalIndex row_begin, LocalIndex row_end,
                     std::uint8_t* mask);
void mask_of_pattern_reference(const LocalRows& rows, const Pattern& strong, LocalIndex row_begin,
                               LocalIndex row_end, std::uint8_t* mask);

// The reverse; columns are written from strong.columns[first] on, where there must be room for all entries of
// these rows.
void pattern_of_mask(const LocalRows& rows, const std::uint8_t* mask, LocalIndex row_begin,
                     LocalIndex row_end, LocalIndex first, Pattern& strong);

// signs and diagonal [n_rows]: -1, 0 or 1, and the entry itself; 0 where a row has none. diagonal may be
// null.
void diagonal_signs(const LocalRows& rows, LocalIndex row_begin, LocalIndex row_end, std::int8_t* signs,
                    double* diagonal);

}  // namespace trireme::amg::kernels
