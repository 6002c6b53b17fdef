// SPDX-License-Identifier: Apache-2.0
#include "amg/interp/direct.hpp"

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
  rows.bounds = row_parts(matrix.diagonal.offsets);
  rows.counts.resize(static_cast<std::size_t>(matrix.n_rows()));
  rows.workspace = &workspace;
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

}  // namespace trireme::amg
