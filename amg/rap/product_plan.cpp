// SPDX-License-Identifier: Apache-2.0
#include "amg/rap/product_plan.hpp"

#include <algorithm>
#include <numeric>

#include "amg/matrix/ghost_numbering.hpp"
#include "amg/matrix/packed_messages.hpp"
#include "amg/matrix/row_parts.hpp"
#include "amg/rap/extended_interpolation.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/threads/scan.hpp"

namespace trireme::amg {
namespace {

// Which columns of `right` the rows of a product have. left [offsets.size() - 1 rows]: rows of `right`.
kernels::RowPattern product_pattern(std::span<const std::int64_t> left_offsets,
                                    std::span<const LocalIndex> left_columns, const LocalRows& right,
                                    LocalIndex n_columns) {
  kernels::RowPattern pattern;
  const std::size_t n_rows = left_offsets.size() - 1;
  pattern.offsets.resize(n_rows + 1);
  const auto bounds = threads::weighted_partition(left_offsets, threads::max_threads());
  std::vector<Array<LocalIndex>> met(bounds.size() - 1);
  for_row_parts(bounds, [&](int part, LocalIndex begin, LocalIndex end) {
    auto& marks = met[static_cast<std::size_t>(part)];
    marks.assign(static_cast<std::size_t>(n_columns), -1);
    kernels::count_product_columns(left_offsets.data(), left_columns.data(), right, begin, end, marks.data(),
                                   pattern.offsets.data());
  });
  pattern.offsets[n_rows] = 0;
  const auto total = threads::exclusive_scan(std::span<std::int64_t>(pattern.offsets));
  pattern.columns.resize(static_cast<std::size_t>(total));
  for_row_parts(bounds, [&](int part, LocalIndex begin, LocalIndex end) {
    kernels::fill_product_columns(left_offsets.data(), left_columns.data(), right, begin, end,
                                  met[static_cast<std::size_t>(part)].data(), pattern.offsets.data(),
                                  pattern.columns.data());
  });
  return pattern;
}

kernels::RowPattern pattern_of_r_a(const CsrView& r, const MatrixView& matrix) {
  const std::vector<std::int64_t> offsets(r.offsets.begin(), r.offsets.end());
  return product_pattern(offsets, r.columns, LocalRows(matrix), matrix.n_rows() + matrix.n_ghosts());
}

// What a rank tells the owner of the coarse rows it contributes to: how many, which, how long, which columns.
std::vector<PackedMessage> pack_patterns(const MatrixView& p, const Csr& partial,
                                         std::span<const GlobalIndex> columns) {
  std::vector<PackedMessage> messages(static_cast<std::size_t>(p.comm->size()));
  for (const comm::Neighbour& neighbour : p.plan->neighbours()) {
    const auto begin = static_cast<std::size_t>(neighbour.receive_begin),
               end = static_cast<std::size_t>(neighbour.receive_end);
    if (begin == end) continue;
    auto& message = messages[static_cast<std::size_t>(neighbour.rank)];
    message.put(neighbour.receive_end - neighbour.receive_begin);
    message.put(p.ghost_columns.subspan(begin, end - begin));
    for (std::size_t row = begin; row < end; ++row)
      message.put(partial.offsets[row + 1] - partial.offsets[row]);
    message.put(columns.subspan(static_cast<std::size_t>(partial.offsets[begin]),
                                static_cast<std::size_t>(partial.offsets[end] - partial.offsets[begin])));
  }
  return messages;
}

// Entries in the order of their arrival.
struct Arrivals {
  std::vector<LocalIndex> rows;
  std::vector<GlobalIndex> columns;
  std::vector<LocalIndex> after_rank{0};  // [ranks + 1]
};

Arrivals unpack_patterns(const Partition& coarse, const ReceivedMessages& received) {
  Arrivals arrivals;
  std::vector<GlobalIndex> ids;
  std::vector<LocalIndex> counts;
  for (int rank = 0; rank < received.n_ranks(); ++rank) {
    for (auto reader = received.from(rank); !reader.at_end();) {
      ids.resize(static_cast<std::size_t>(reader.take<LocalIndex>()));
      counts.resize(ids.size());
      reader.take(std::span(ids));
      reader.take(std::span(counts));
      for (std::size_t row = 0; row < ids.size(); ++row)
        arrivals.rows.insert(arrivals.rows.end(), static_cast<std::size_t>(counts[row]),
                             static_cast<LocalIndex>(ids[row] - coarse.begin()));
      arrivals.columns.resize(arrivals.rows.size());
      const auto n = static_cast<std::size_t>(std::accumulate(counts.begin(), counts.end(), LocalIndex{0}));
      reader.take(std::span(arrivals.columns).last(n));
    }
    arrivals.after_rank.push_back(static_cast<LocalIndex>(arrivals.rows.size()));
  }
  return arrivals;
}

void fill_with_empty_sums(Array<double>& row, std::size_t n) {
  if (row.size() < n) row.assign(n, kernels::empty_sum);
}

template <class T>
std::size_t bytes_of(const T& array) {
  return array.size() * sizeof(typename T::value_type);
}

std::size_t bytes_of(const Csr& matrix) {
  return bytes_of(matrix.offsets) + bytes_of(matrix.columns) + bytes_of(matrix.values);
}

std::size_t bytes_of(const kernels::RowPattern& pattern) {
  return bytes_of(pattern.offsets) + bytes_of(pattern.columns);
}

}  // namespace

ProductPlan::ProductPlan(const MatrixView& matrix, const MatrixView& p, const CsrView& r_owned,
                         const CsrView& r_ghosts, const DistributedMatrix& coarse) {
  const comm::CollectiveGuard guard(*matrix.comm);
  guard.run([&] { r_a_ = pattern_of_r_a(r_owned, matrix); });
  if (matrix.comm->size() == 1) return;

  // 1. P with the rows of the matrix's ghosts, and this rank's part of others' coarse rows.
  ExtendedInterpolation extended(matrix, p);
  std::vector<GlobalIndex> partial_columns;
  guard.run([&] {
    foreign_.r_a = pattern_of_r_a(r_ghosts, matrix);
    const CsrView rows = extended.rows();
    const Array<LocalIndex> no_ghosts(rows.offsets.size(), 0);
    const auto pattern = product_pattern(foreign_.r_a.offsets, foreign_.r_a.columns,
                                         LocalRows(rows, no_ghosts), rows.n_columns);
    foreign_.partial.offsets.assign(pattern.offsets.begin(), pattern.offsets.end());
    foreign_.partial.values.resize(pattern.columns.size());
    const ColumnNumbering numbering(*p.columns, extended.ghosts());
    for (const LocalIndex column : pattern.columns) partial_columns.push_back(numbering.global(column));
  });

  // 2. Others' part of this rank's coarse rows.
  const auto messages = guard.run([&] { return pack_patterns(p, foreign_.partial, partial_columns); });
  const auto received = exchange_messages(*matrix.comm, messages);
  std::shared_ptr<const comm::ExchangePlan> rows_of_p, contributions;
  guard.run([&] {
    const Arrivals arrivals = unpack_patterns(*p.columns, received);
    extended.widen(arrivals.columns);
    const ColumnNumbering numbering(*p.columns, extended.ghosts());
    foreign_.partial.n_columns = numbering.n_local();
    for (const GlobalIndex id : partial_columns) foreign_.partial.columns.push_back(numbering.local(id));
    const auto n_rows = static_cast<std::size_t>(p.columns->n_owned());
    foreign_.offsets.assign(n_rows + 1, 0);
    for (const LocalIndex row : arrivals.rows) ++foreign_.offsets[static_cast<std::size_t>(row) + 1];
    std::partial_sum(foreign_.offsets.begin(), foreign_.offsets.end(), foreign_.offsets.begin());
    foreign_.columns.resize(arrivals.rows.size());
    foreign_.source.resize(arrivals.rows.size());
    foreign_.arrived.resize(arrivals.rows.size());
    std::vector<LocalIndex> next(foreign_.offsets.begin(), foreign_.offsets.end() - 1);
    for (std::size_t k = 0; k < arrivals.rows.size(); ++k) {
      const auto place = static_cast<std::size_t>(next[static_cast<std::size_t>(arrivals.rows[k])]++);
      foreign_.columns[place] = numbering.local(arrivals.columns[k]);
      foreign_.source[place] = static_cast<LocalIndex>(k);
    }
    for (const GlobalIndex id : coarse.ghost_columns) ghost_place_.push_back(numbering.local(id));

    // 3. Which numbers travel.
    const auto rank = static_cast<std::size_t>(matrix.comm->rank());
    std::vector<comm::Neighbour> neighbours;
    for (const comm::Neighbour& n : p.plan->neighbours()) {
      const auto r = static_cast<std::size_t>(n.rank);
      neighbours.push_back({n.rank, foreign_.partial.offsets[static_cast<std::size_t>(n.receive_begin)],
                            foreign_.partial.offsets[static_cast<std::size_t>(n.receive_end)],
                            arrivals.after_rank[r], arrivals.after_rank[r + 1]});
    }
    std::vector<LocalIndex> send(partial_columns.size());
    std::iota(send.begin(), send.end(), 0);
    contributions = std::make_shared<const comm::ExchangePlan>(
        static_cast<int>(rank), static_cast<LocalIndex>(send.size()),
        static_cast<LocalIndex>(arrivals.rows.size()), std::move(neighbours), send);

    const CsrView rows = extended.rows();
    extended_.n_columns = rows.n_columns;
    extended_.offsets.assign(rows.offsets.begin(), rows.offsets.end());
    extended_.columns.assign(rows.columns.begin(), rows.columns.end());
    extended_.values.resize(extended_.columns.size());
    const LocalIndex first_ghost = matrix.n_rows();
    own_entries_ = extended_.offsets[static_cast<std::size_t>(first_ghost)];
    neighbours.clear();
    send.clear();
    for (const comm::Neighbour& n : matrix.plan->neighbours()) {
      const auto send_begin = static_cast<LocalIndex>(send.size());
      for (LocalIndex k = n.send_begin; k < n.send_end; ++k) {
        const auto row = static_cast<std::size_t>(matrix.plan->send_indices()[static_cast<std::size_t>(k)]);
        for (LocalIndex e = extended_.offsets[row]; e < extended_.offsets[row + 1]; ++e) send.push_back(e);
      }
      const auto offset_of = [&](LocalIndex ghost) {
        return extended_.offsets[static_cast<std::size_t>(first_ghost + ghost)] - own_entries_;
      };
      neighbours.push_back({n.rank, send_begin, static_cast<LocalIndex>(send.size()),
                            offset_of(n.receive_begin), offset_of(n.receive_end)});
    }
    rows_of_p = std::make_shared<const comm::ExchangePlan>(static_cast<int>(rank), own_entries_,
                                                           extended_.offsets.back() - own_entries_,
                                                           std::move(neighbours), std::move(send));
  });
  foreign_.exchange.emplace(*matrix.comm, contributions, 1);
  p_exchange_.emplace(*matrix.comm, rows_of_p, 1);
}

CsrView ProductPlan::p_rows(const MatrixView& p) const {
  return p.comm->size() == 1 ? p.diagonal : extended_.view();
}

void ProductPlan::fetch_p(const MatrixView& p) {
  const LocalRows own(p);
  threads::parallel_for(own.n_rows, [&](LocalIndex row) {
    auto place = static_cast<std::size_t>(extended_.offsets[static_cast<std::size_t>(row)]);
    own.for_entries(row, [&](LocalIndex, double value) { extended_.values[place++] = value; });
  });
  const auto n_own = static_cast<std::size_t>(own_entries_);
  const std::span<double> values(extended_.values);
  p_exchange_->start(std::span<const double>(values.first(n_own)), values.subspan(n_own)).finish();
}

void ProductPlan::refill(const MatrixView& matrix, const MatrixView& p, const CsrView& r_owned,
                         const CsrView& r_ghosts, RowWorkspace& workspace, DistributedMatrix& coarse) {
  const comm::CollectiveGuard guard(*matrix.comm);
  const bool alone = matrix.comm->size() == 1;
  const auto run = [&](const kernels::PlannedProduct& product, const kernels::ProductTarget& target) {
    guard.run([&] {
      const auto bounds = threads::weighted_partition(std::span<const std::int64_t>(product.r_a->offsets),
                                                      threads::max_threads());
      for_row_parts(bounds, [&](int part, LocalIndex begin, LocalIndex end) {
        ThreadWorkspace& thread = workspace[static_cast<std::size_t>(part)];
        fill_with_empty_sums(thread.dense_a, static_cast<std::size_t>(matrix.n_rows() + matrix.n_ghosts()));
        fill_with_empty_sums(thread.dense_b, static_cast<std::size_t>(product.p.n_columns));
        kernels::planned_product_rows(product, begin, end, thread.dense_a.data(), thread.dense_b.data(),
                                      target);
      });
    });
  };
  if (!alone) {
    fetch_p(p);
    run({r_ghosts, LocalRows(matrix), &foreign_.r_a, p_rows(p)},
        {foreign_.partial.offsets.data(), foreign_.partial.columns.data(), foreign_.partial.values.data()});
    foreign_.exchange
        ->start(std::span<const double>(foreign_.partial.values), std::span<double>(foreign_.arrived))
        .finish();
  }
  kernels::PlannedProduct product{r_owned, LocalRows(matrix), &r_a_, p_rows(p)};
  if (!alone) {
    product.foreign_offsets = foreign_.offsets.data();
    product.foreign_columns = foreign_.columns.data();
    product.foreign_source = foreign_.source.data();
    product.foreign_values = foreign_.arrived.data();
  }
  run(product, {coarse.diagonal.offsets.data(), coarse.diagonal.columns.data(), coarse.diagonal.values.data(),
                alone ? nullptr : coarse.off_diagonal.offsets.data(), coarse.off_diagonal.columns.data(),
                ghost_place_.data(), coarse.off_diagonal.values.data()});
}

std::size_t ProductPlan::bytes() const {
  return bytes_of(r_a_) + bytes_of(extended_) + bytes_of(foreign_.partial) + bytes_of(foreign_.r_a) +
         bytes_of(foreign_.offsets) + bytes_of(foreign_.columns) + bytes_of(foreign_.source) +
         bytes_of(foreign_.arrived) + bytes_of(ghost_place_);
}

}  // namespace trireme::amg
