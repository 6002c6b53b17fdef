// SPDX-License-Identifier: Apache-2.0
#include "amg/interp/direct.hpp"

#include <algorithm>

#include "amg/interp/kept_interpolation.hpp"
#include "amg/kernels/direct_interpolation.hpp"
#include "amg/matrix/assemble.hpp"
#include "amg/matrix/ghost_numbering.hpp"
#include "amg/matrix/row_parts.hpp"
#include "solvers/comm/collective_guard.hpp"

namespace trireme::amg {

DistributedMatrix direct_interpolation(const MatrixView& matrix, const StrongCouplings& couplings,
                                       std::span<const PointType> types, const CoarsePoints& coarse,
                                       const kernels::RowTruncation& truncation, RowWorkspace& workspace) {
  const kernels::DirectInput input{LocalRows(matrix), &couplings.strong, types.data(), coarse.place.data(),
                                   couplings.diagonal.data()};
  const ColumnNumbering numbering(*coarse.partition, coarse.ghosts);
  ChunkedRows rows;
  comm::CollectiveGuard(*matrix.comm).run([&] {
    rows.bounds = row_parts(matrix.diagonal.offsets);
    rows.counts.resize(static_cast<std::size_t>(matrix.n_rows()));
    rows.workspace = &workspace;
  });
  comm::CollectiveGuard(*matrix.comm).run([&] {
    for_row_parts(rows.bounds, [&](int part, LocalIndex begin, LocalIndex end) {
      ThreadWorkspace& thread = workspace[static_cast<std::size_t>(part)];
      auto row = thread.outer.prepare(numbering.n_local());
      thread.indices_a.resize(static_cast<std::size_t>(truncation.max_entries) + 1);
      fill_chunk(thread.chunk, begin, end, numbering.n_local(), rows.counts.data(),
                 [&](LocalIndex first, kernels::RowSink& sink) {
                   return kernels::direct_rows(input, truncation, numbering, first, end,
                                               thread.indices_a.data(), row, sink);
                 });
    });
  });
  return assemble(*matrix.comm, matrix.rows, coarse.partition, coarse.ghosts, rows);
}

bool refill_direct_interpolation(const MatrixView& matrix, const StrongCouplings& couplings,
                                 std::span<const PointType> types, const CoarsePoints& coarse,
                                 RowWorkspace& workspace, DistributedMatrix& p) {
  const kernels::DirectInput input{LocalRows(matrix), &couplings.strong, types.data(), coarse.place.data(),
                                   couplings.diagonal.data()};
  const ColumnNumbering numbering(*coarse.partition, coarse.ghosts);
  const auto bounds = row_parts(matrix.diagonal.offsets);
  return comm::CollectiveGuard(*matrix.comm).run([&] {
    const KeptInterpolation kept(p, coarse.ghosts);
    std::vector<std::int8_t> usable(bounds.size(), 1);
    for_row_parts(bounds, [&](int part, LocalIndex begin, LocalIndex end) {
      ThreadWorkspace& thread = workspace[static_cast<std::size_t>(part)];
      auto row = thread.outer.prepare(numbering.n_local());
      thread.indices_a.resize(static_cast<std::size_t>(kept.longest_row()));
      if (!kernels::refill_direct_rows(input, kept.view(), begin, end, row, thread.indices_a.data()))
        usable[static_cast<std::size_t>(part)] = 0;
    });
    return std::ranges::find(usable, 0) == usable.end();
  });
}

}  // namespace trireme::amg
