// SPDX-License-Identifier: Apache-2.0
#include "amg/matrix/assemble.hpp"

#include <algorithm>

#include "amg/kernels/split_columns.hpp"
#include "amg/matrix/row_parts.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/threads/scan.hpp"

namespace trireme::amg {
namespace {

const RowChunk& chunk_of(const ChunkedRows& chunked, int part) {
  return (*chunked.workspace)[static_cast<std::size_t>(part)].chunk;
}

// offsets [n_rows + 1] from the counts of rows.
Array<LocalIndex> offsets_of(std::span<const LocalIndex> counts) {
  GlobalIndex total = 0;
  for (const LocalIndex count : counts) total += count;
  if (total > 2147483647)
    throw Error(ErrorKind::limit, "a level has more nonzeros on one rank than 32-bit offsets can count", {},
                "use more ranks, or stronger truncation of the interpolation");
  Array<LocalIndex> offsets(counts.size() + 1);
  threads::parallel_for(counts.size(), [&](std::size_t row) { offsets[row] = counts[row]; });
  offsets.back() = 0;
  threads::exclusive_scan(std::span(offsets));
  return offsets;
}

// [0, used ghosts) for the ghosts that are used; the others keep a place that none asks for.
std::vector<LocalIndex> places_of_used(std::span<const std::int8_t> used) {
  std::vector<LocalIndex> places(used.size());
  LocalIndex next = 0;
  for (std::size_t ghost = 0; ghost < used.size(); ++ghost) {
    places[ghost] = next;
    next += used[ghost];
  }
  return places;
}

void split(std::span<const GlobalIndex> ghosts, const ChunkedRows& chunked, DistributedMatrix& matrix) {
  const LocalIndex n_owned = matrix.columns->n_owned();
  const std::size_t n_rows = chunked.counts.size();
  Array<LocalIndex> ghost_counts(n_rows), owned_counts(n_rows);
  std::vector<std::int8_t> used(ghosts.size(), 0);
  for_row_parts(chunked.bounds, [&](int part, LocalIndex begin, LocalIndex end) {
    kernels::count_ghost_entries(chunk_of(chunked, part).columns.data(), chunked.counts.data(), n_owned,
                                 begin, end, ghost_counts.data(), used.data());
    for (auto row = static_cast<std::size_t>(begin); row < static_cast<std::size_t>(end); ++row)
      owned_counts[row] = chunked.counts[row] - ghost_counts[row];
  });
  const auto places = places_of_used(used);
  for (std::size_t ghost = 0; ghost < ghosts.size(); ++ghost)
    if (used[ghost] != 0) matrix.ghost_columns.push_back(ghosts[ghost]);

  Csr &owned = matrix.diagonal, &rest = matrix.off_diagonal;
  owned.n_columns = n_owned;
  rest.n_columns = static_cast<LocalIndex>(matrix.ghost_columns.size());
  owned.offsets = offsets_of(owned_counts);
  rest.offsets = offsets_of(ghost_counts);
  for (Csr* part : {&owned, &rest}) {
    part->columns.resize(static_cast<std::size_t>(part->offsets.back()));
    part->values.resize(part->columns.size());
  }
  const kernels::SplitTarget target{owned.offsets.data(), rest.offsets.data(), owned.columns.data(),
                                    rest.columns.data(),  owned.values.data(), rest.values.data()};
  for_row_parts(chunked.bounds, [&](int part, LocalIndex begin, LocalIndex end) {
    const RowChunk& chunk = chunk_of(chunked, part);
    kernels::split_columns(chunk.columns.data(), chunk.values.data(), chunked.counts.data(), n_owned,
                           places.data(), begin, end, target);
  });
}

}  // namespace

Csr assemble_local(LocalIndex n_columns, const ChunkedRows& chunked) {
  Csr matrix;
  matrix.n_columns = n_columns;
  matrix.offsets = offsets_of(chunked.counts);
  matrix.columns.resize(static_cast<std::size_t>(matrix.offsets.back()));
  matrix.values.resize(matrix.columns.size());
  for_row_parts(chunked.bounds, [&](int part, LocalIndex begin, LocalIndex) {
    const RowChunk& chunk = chunk_of(chunked, part);
    const auto first = matrix.offsets[static_cast<std::size_t>(begin)];
    std::copy_n(chunk.columns.data(), chunk.used, matrix.columns.data() + first);
    std::copy_n(chunk.values.data(), chunk.used, matrix.values.data() + first);
  });
  return matrix;
}

DistributedMatrix assemble(const comm::Communicator& comm, std::shared_ptr<const Partition> rows,
                           std::shared_ptr<const Partition> columns, std::span<const GlobalIndex> ghosts,
                           const ChunkedRows& chunked) {
  DistributedMatrix matrix;
  matrix.comm = &comm;
  matrix.rows = std::move(rows);
  matrix.columns = std::move(columns);
  comm::CollectiveGuard(comm).run([&] {
    if (ghosts.empty()) {
      matrix.diagonal = assemble_local(matrix.columns->n_owned(), chunked);
      matrix.off_diagonal.offsets.assign(chunked.counts.size() + 1, 0);
    } else {
      split(ghosts, chunked, matrix);
    }
  });
  matrix.plan = std::make_shared<comm::ExchangePlan>(comm::build_exchange_plan(
      comm, matrix.columns->begin(), matrix.columns->n_owned(), matrix.ghost_columns));
  return matrix;
}

}  // namespace trireme::amg
