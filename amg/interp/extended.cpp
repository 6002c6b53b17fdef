// SPDX-License-Identifier: Apache-2.0
#include "amg/interp/extended.hpp"

#include <algorithm>
#include <vector>

#include "amg/interp/ghost_links.hpp"
#include "amg/interp/kept_interpolation.hpp"
#include "amg/matrix/assemble.hpp"
#include "amg/matrix/ghost_numbering.hpp"
#include "amg/matrix/row_parts.hpp"
#include "solvers/comm/collective_guard.hpp"

namespace trireme::amg {
namespace {

kernels::CoarseLinks links_of_owned(const MatrixView& matrix, const StrongCouplings& couplings,
                                    std::span<const PointType> types, const CoarsePoints& coarse,
                                    std::span<const LocalIndex> bounds) {
  const LocalRows rows(matrix);
  const auto n = static_cast<std::size_t>(rows.n_rows);
  kernels::CoarseLinks links;
  for (auto* array : {&links.begin, &links.strong_end, &links.end}) array->resize(n);
  links.strong_sum.resize(n);
  // Room for every entry, of which only what is used is touched.
  links.columns.resize(matrix.diagonal.values.size() + matrix.off_diagonal.values.size());
  links.values.resize(links.columns.size());
  for_row_parts(bounds, [&](int, LocalIndex begin, LocalIndex end) {
    kernels::coarse_links(rows, couplings.strong, types.data(), coarse.place.data(),
                          couplings.diagonal.data(), begin, end,
                          rows.offsets[begin] + rows.ghost_offsets[begin], links);
  });
  return links;
}

// One numbering of all coarse points that the rows of this rank may take: its own, those among the matrix's
// ghosts, and those that ghosts are linked to.
struct WideNumbering {
  std::vector<GlobalIndex> ghosts;  // ascending
  Array<LocalIndex> place;          // [n_rows + n_ghosts], as in CoarsePoints
};

// Renumbers links and places in accordance.
WideNumbering widen(const MatrixView& matrix, const CoarsePoints& coarse, kernels::CoarseLinks& own,
                    GhostLinks& fetched) {
  WideNumbering wide;
  wide.ghosts = fetched.columns;
  std::erase_if(wide.ghosts, [&](GlobalIndex id) {
    return id >= coarse.partition->begin() && id < coarse.partition->end();
  });
  wide.ghosts.insert(wide.ghosts.end(), coarse.ghosts.begin(), coarse.ghosts.end());
  wide.ghosts = sorted_unique(std::move(wide.ghosts));
  const ColumnNumbering numbering(*coarse.partition, wide.ghosts);
  std::vector<LocalIndex> moved;
  for (const GlobalIndex id : coarse.ghosts) moved.push_back(numbering.local(id));

  const LocalIndex n_owned = numbering.n_owned();
  const auto renumber = [&](LocalIndex& column) {
    if (column >= n_owned) column = moved[static_cast<std::size_t>(column - n_owned)];
  };
  wide.place = coarse.place;
  std::for_each(wide.place.begin() + matrix.n_rows(), wide.place.end(), renumber);
  threads::parallel_for(own.begin.size(), [&](std::size_t row) {
    for (LocalIndex k = own.begin[row]; k < own.end[row]; ++k)
      renumber(own.columns[static_cast<std::size_t>(k)]);
  });
  for (std::size_t k = 0; k < fetched.columns.size(); ++k)
    fetched.links.columns[k] = numbering.local(fetched.columns[k]);
  return wide;
}

std::size_t longest_row(const LocalRows& rows, LocalIndex begin, LocalIndex end) {
  LocalIndex longest = 0;
  for (LocalIndex row = begin; row < end; ++row) longest = std::max(longest, rows.n_entries(row));
  return static_cast<std::size_t>(longest);
}

kernels::ExtendedScratch prepare(ThreadWorkspace& thread, LocalIndex n_columns, std::size_t row_entries,
                                 LocalIndex max_entries) {
  const auto largest = static_cast<std::size_t>(max_entries) + 1;
  thread.indices_a.resize(2 * row_entries);
  thread.indices_b.resize(row_entries + largest);
  thread.values_a.resize(row_entries);
  thread.values_b.resize(row_entries);
  return {thread.outer.prepare(n_columns),
          thread.indices_a.data(),
          thread.indices_a.data() + row_entries,
          thread.indices_b.data(),
          thread.values_a.data(),
          thread.values_b.data(),
          thread.indices_b.data() + row_entries};
}

// As form(first, end, sink), for the rows of a subset in [first, end).
template <class Form>
LocalIndex form_each(const RowSubset& only, LocalIndex first, LocalIndex end, Form&& form,
                     kernels::RowSink& sink) {
  for (auto row = std::lower_bound(only.rows.begin(), only.rows.end(), first);
       row != only.rows.end() && *row < end; ++row)
    if (form(*row, *row + 1, sink) == *row) return *row;
  return end;
}

// Chunks hold the subset's rows; counts and bounds are of all.
void restrict_to(const RowSubset& only, ChunkedRows& chunked) {
  for (LocalIndex& bound : chunked.bounds)
    bound = static_cast<LocalIndex>(std::lower_bound(only.rows.begin(), only.rows.end(), bound) -
                                    only.rows.begin());
  for (std::size_t k = 0; k < only.rows.size(); ++k)
    chunked.counts[k] = chunked.counts[static_cast<std::size_t>(only.rows[k])];
  chunked.counts.resize(only.rows.size());
}

// What the kernel reads beside the matrix, complete with what other ranks know.
struct Links {
  kernels::CoarseLinks own;
  GhostLinks fetched;
  WideNumbering wide;  // of several ranks
};

// Collective.
Links find_links(const MatrixView& matrix, const StrongCouplings& couplings, std::span<const PointType> types,
                 const CoarsePoints& coarse, std::span<const LocalIndex> bounds) {
  const comm::CollectiveGuard guard(*matrix.comm);
  Links links;
  guard.run([&] { links.own = links_of_owned(matrix, couplings, types, coarse, bounds); });
  if (matrix.comm->size() == 1) return links;
  links.fetched = fetch_ghost_links(matrix, couplings, types, coarse, links.own);
  guard.run([&] { links.wide = widen(matrix, coarse, links.own, links.fetched); });
  return links;
}

kernels::ExtendedInput input_of(const MatrixView& matrix, const StrongCouplings& couplings,
                                std::span<const PointType> types, const CoarsePoints& coarse,
                                const Links& links) {
  return {LocalRows(matrix),
          &couplings.strong,
          types.data(),
          matrix.comm->size() > 1 ? links.wide.place.data() : coarse.place.data(),
          couplings.diagonal.data(),
          &links.own,
          &links.fetched.links,
          links.fetched.back.view()};
}

}  // namespace

DistributedMatrix extended_interpolation(const MatrixView& matrix, const StrongCouplings& couplings,
                                         std::span<const PointType> types, const CoarsePoints& coarse,
                                         kernels::ConnectionBack back,
                                         const kernels::RowTruncation& truncation, RowWorkspace& workspace,
                                         const RowSubset* only) {
  ChunkedRows rows;
  comm::CollectiveGuard(*matrix.comm).run([&] {
    rows.bounds = row_parts(matrix.diagonal.offsets);
    rows.counts.resize(static_cast<std::size_t>(matrix.n_rows()));
    rows.workspace = &workspace;
  });
  const Links links = find_links(matrix, couplings, types, coarse, rows.bounds);
  const ColumnNumbering numbering(*coarse.partition, links.wide.ghosts);
  const kernels::ExtendedInput input = input_of(matrix, couplings, types, coarse, links);
  comm::CollectiveGuard(*matrix.comm).run([&] {
    for_row_parts(rows.bounds, [&](int part, LocalIndex begin, LocalIndex end) {
      ThreadWorkspace& thread = workspace[static_cast<std::size_t>(part)];
      auto scratch =
          prepare(thread, numbering.n_local(), longest_row(input.matrix, begin, end), truncation.max_entries);
      if (truncation.max_entries > 0)
        thread.chunk.restart(static_cast<std::size_t>(end - begin) *
                             static_cast<std::size_t>(truncation.max_entries));
      const auto form = [&](LocalIndex first, LocalIndex last, kernels::RowSink& sink) {
        return kernels::extended_rows(input, back, truncation, numbering, first, last, scratch, sink);
      };
      fill_chunk(thread.chunk, begin, end, numbering.n_local(), rows.counts.data(),
                 [&](LocalIndex first, kernels::RowSink& sink) {
                   return only == nullptr ? form(first, end, sink) : form_each(*only, first, end, form, sink);
                 });
    });
  });
  if (only == nullptr) return assemble(*matrix.comm, matrix.rows, coarse.partition, links.wide.ghosts, rows);
  comm::CollectiveGuard(*matrix.comm).run([&] { restrict_to(*only, rows); });
  return assemble(*matrix.comm, only->space, coarse.partition, links.wide.ghosts, rows);
}

bool refill_extended_interpolation(const MatrixView& matrix, const StrongCouplings& couplings,
                                   std::span<const PointType> types, const CoarsePoints& coarse,
                                   kernels::ConnectionBack back, RowWorkspace& workspace,
                                   DistributedMatrix& p) {
  const auto bounds = row_parts(matrix.diagonal.offsets);
  const Links links = find_links(matrix, couplings, types, coarse, bounds);
  const ColumnNumbering numbering(*coarse.partition, links.wide.ghosts);
  const kernels::ExtendedInput input = input_of(matrix, couplings, types, coarse, links);
  return comm::CollectiveGuard(*matrix.comm).run([&] {
    const KeptInterpolation kept(p, links.wide.ghosts);
    std::vector<std::int8_t> usable(bounds.size(), 1);
    for_row_parts(bounds, [&](int part, LocalIndex begin, LocalIndex end) {
      auto scratch = prepare(workspace[static_cast<std::size_t>(part)], numbering.n_local(),
                             longest_row(input.matrix, begin, end), kept.longest_row());
      if (!kernels::refill_extended_rows(input, back, kept.view(), begin, end, scratch, scratch.largest))
        usable[static_cast<std::size_t>(part)] = 0;
    });
    return std::ranges::find(usable, 0) == usable.end();
  });
}

}  // namespace trireme::amg
