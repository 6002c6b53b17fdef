// SPDX-License-Identifier: Apache-2.0
#include "amg/interp/truncated.hpp"

#include "amg/matrix/assemble.hpp"
#include "amg/matrix/ghost_numbering.hpp"
#include "amg/matrix/row_parts.hpp"
#include "solvers/comm/collective_guard.hpp"

namespace trireme::amg {

DistributedMatrix truncated_interpolation(const comm::Communicator& comm,
                                          std::shared_ptr<const Partition> row_space,
                                          std::shared_ptr<const Partition> coarse,
                                          std::span<const GlobalIndex> ghosts,
                                          const kernels::RowStoreView& rows,
                                          const kernels::RowTruncation& truncation, RowWorkspace& workspace) {
  const ColumnNumbering numbering(*coarse, ghosts);
  ChunkedRows chunked;
  comm::CollectiveGuard(comm).run([&] {
    const auto n = static_cast<std::size_t>(row_space->n_owned());
    std::vector<LocalIndex> entries(n + 1, 0);
    for (std::size_t i = 0; i < n; ++i) entries[i + 1] = entries[i] + (rows.end[i] - rows.begin[i]);
    chunked.bounds = row_parts(entries);
    chunked.counts.resize(n);
    chunked.workspace = &workspace;
    for_row_parts(chunked.bounds, [&](int part, LocalIndex begin, LocalIndex end) {
      ThreadWorkspace& thread = workspace[static_cast<std::size_t>(part)];
      auto row = thread.outer.prepare(numbering.n_local());
      thread.indices_a.resize(static_cast<std::size_t>(truncation.max_entries) + 1);
      fill_chunk(thread.chunk, begin, end, numbering.n_local(), chunked.counts.data(),
                 [&](LocalIndex first, kernels::RowSink& sink) {
                   return kernels::truncated_rows(rows, truncation, numbering, first, end,
                                                  thread.indices_a.data(), row, sink);
                 });
    });
  });
  return assemble(comm, std::move(row_space), std::move(coarse), ghosts, chunked);
}

}  // namespace trireme::amg
