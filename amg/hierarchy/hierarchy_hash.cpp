// SPDX-License-Identifier: Apache-2.0
#include "amg/hierarchy/hierarchy_hash.hpp"

#include <bit>

#include "amg/matrix/ghost_numbering.hpp"
#include "amg/matrix/local_rows.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/threads/fixed_chunk_reduce.hpp"

namespace trireme::amg {

std::uint64_t matrix_hash(const MatrixView& matrix, std::uint64_t what) {
  const LocalRows rows(matrix);
  const ColumnNumbering columns(*matrix.columns, matrix.ghost_columns);
  const std::uint64_t start = mix_bits(what);
  // Entries are added up, which needs no order; their places are inside the terms.
  const auto sum =
      threads::fixed_chunk_sum<std::uint64_t>(rows.n_rows, [&](LocalIndex begin, LocalIndex end) {
        std::uint64_t hash = 0;
        for (LocalIndex row = begin; row < end; ++row) {
          const std::uint64_t of_row =
              mix_bits(start ^ static_cast<std::uint64_t>(matrix.rows->begin() + row));
          rows.for_entries(row, [&](LocalIndex column, double value) {
            const std::uint64_t place = mix_bits(of_row ^ static_cast<std::uint64_t>(columns.global(column)));
            hash += mix_bits(place ^ std::bit_cast<std::uint64_t>(value));
          });
        }
        return hash;
      });
  return comm::all_sum(*matrix.comm, sum);
}

std::uint64_t hierarchy_hash(const SetupHierarchy& hierarchy) {
  std::uint64_t hash = hierarchy.levels.size(), what = 0;
  for (const SetupLevel& level : hierarchy.levels) {
    hash = mix_bits(hash ^ matrix_hash(level.matrix, ++what));
    if (&level != &hierarchy.levels.back())
      hash = mix_bits(hash ^ matrix_hash(level.interpolation.view(), ++what));
  }
  return hash;
}

}  // namespace trireme::amg
