// SPDX-License-Identifier: Apache-2.0
#include "amg/interp/two_stage.hpp"

#include "amg/interp/extended.hpp"
#include "amg/interp/truncated.hpp"
#include "amg/kernels/product.hpp"
#include "amg/matrix/assemble.hpp"
#include "amg/matrix/row_parts.hpp"
#include "amg/rap/extended_interpolation.hpp"
#include "solvers/comm/collective_guard.hpp"

namespace trireme::amg {

DistributedMatrix two_stage_interpolation(const MatrixView& matrix, const StrongCouplings& couplings,
                                          const Splitting& first, const Splitting& second,
                                          const kernels::RowTruncation& of_stages,
                                          const kernels::RowTruncation& truncation, RowWorkspace& workspace) {
  constexpr auto back = kernels::ConnectionBack::with;
  // 1. The stages.
  const auto p1 =
      extended_interpolation(matrix, couplings, first.types, first.coarse, back, of_stages, workspace);
  RowSubset coarse_rows{first.coarse.partition, {}};
  for (LocalIndex i = 0; i < matrix.n_rows(); ++i)
    if (first.types[static_cast<std::size_t>(i)] == PointType::coarse) coarse_rows.rows.push_back(i);
  const auto p2 = extended_interpolation(matrix, couplings, second.types, second.coarse, back, of_stages,
                                         workspace, &coarse_rows);

  // 2. Their product.
  const MatrixView left = p1.view();
  const ExtendedInterpolation right(left, p2.view());
  const Csr product = comm::CollectiveGuard(*matrix.comm).run([&] {
    ChunkedRows chunked;
    chunked.bounds = row_parts(left.diagonal.offsets);
    chunked.counts.resize(static_cast<std::size_t>(left.n_rows()));
    chunked.workspace = &workspace;
    const LocalIndex n_columns = right.rows().n_columns;
    for_row_parts(chunked.bounds, [&](int part, LocalIndex begin, LocalIndex end) {
      ThreadWorkspace& thread = workspace[static_cast<std::size_t>(part)];
      auto sum = thread.outer.prepare(n_columns);
      fill_chunk(thread.chunk, begin, end, n_columns, chunked.counts.data(),
                 [&](LocalIndex row, kernels::RowSink& sink) {
                   return kernels::multiply_rows(LocalRows(left), right.rows(), {}, row, end, sum, sink);
                 });
    });
    return assemble_local(n_columns, chunked);
  });
  const kernels::RowStoreView rows{product.offsets.data(), product.offsets.data() + 1, product.columns.data(),
                                   product.values.data()};
  return truncated_interpolation(*matrix.comm, matrix.rows, second.coarse.partition, right.ghosts(), rows,
                                 truncation, workspace);
}

}  // namespace trireme::amg
