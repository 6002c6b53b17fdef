// SPDX-License-Identifier: Apache-2.0
#include "amg/matrix/transpose.hpp"

#include <algorithm>
#include <vector>

#include "amg/kernels/transpose.hpp"
#include "amg/matrix/ghost_numbering.hpp"
#include "amg/matrix/packed_messages.hpp"
#include "amg/matrix/row_parts.hpp"
#include "solvers/comm/collective_guard.hpp"

namespace trireme::amg {
namespace {

// Ghosts of `partition` by owner: f(rank, begin, end) for each rank that owns some of the ascending ghosts.
template <class F>
void for_owners(const Partition& partition, std::span<const GlobalIndex> ghosts, F&& f) {
  for (std::size_t begin = 0; begin < ghosts.size();) {
    const auto after = std::upper_bound(partition.offsets.begin(), partition.offsets.end(), ghosts[begin]);
    const auto last =
        std::lower_bound(ghosts.begin() + static_cast<std::ptrdiff_t>(begin), ghosts.end(), *after);
    const auto end = static_cast<std::size_t>(last - ghosts.begin());
    f(static_cast<std::size_t>(after - partition.offsets.begin()) - 1, begin, end);
    begin = end;
  }
}

struct Entry {
  LocalIndex row;      // of the transpose
  GlobalIndex column;  // a row of the matrix, on another rank
  double value;
};

std::vector<PackedMessage> pack_ghost_rows(const MatrixView& matrix, const CsrView& ghost_rows) {
  std::vector<PackedMessage> messages(static_cast<std::size_t>(matrix.comm->size()));
  for_owners(
      *matrix.columns, matrix.ghost_columns, [&](std::size_t rank, std::size_t begin, std::size_t end) {
        for (std::size_t ghost = begin; ghost < end; ++ghost) {
          const auto row =
              static_cast<LocalIndex>(matrix.ghost_columns[ghost] - matrix.columns->offsets[rank]);
          for (LocalIndex k = ghost_rows.offsets[ghost]; k < ghost_rows.offsets[ghost + 1]; ++k) {
            const auto place = static_cast<std::size_t>(k);
            messages[rank].put(
                Entry{row, matrix.rows->begin() + ghost_rows.columns[place], ghost_rows.values[place]});
          }
        }
      });
  return messages;
}

// In the order of sending rank and then of the sender's rows.
std::vector<Entry> exchange_ghost_rows(const MatrixView& matrix, const CsrView& ghost_rows) {
  const comm::CollectiveGuard guard(*matrix.comm);
  const auto messages = guard.run([&] { return pack_ghost_rows(matrix, ghost_rows); });
  const auto received = exchange_messages(*matrix.comm, messages);
  return guard.run([&] {
    std::vector<Entry> entries;
    for (int rank = 0; rank < received.n_ranks(); ++rank)
      for (auto reader = received.from(rank); !reader.at_end();) entries.push_back(reader.take<Entry>());
    return entries;
  });
}

// Ghost columns and off-diagonal part from the entries that other ranks sent.
void fill_off_diagonal(std::span<const Entry> entries, DistributedMatrix& transposed) {
  std::vector<GlobalIndex> ghosts;
  ghosts.reserve(entries.size());
  for (const Entry& entry : entries) ghosts.push_back(entry.column);
  transposed.ghost_columns = sorted_unique(std::move(ghosts));
  const ColumnNumbering numbering(*transposed.columns, transposed.ghost_columns);

  Csr& rest = transposed.off_diagonal;
  const auto n_rows = static_cast<std::size_t>(transposed.rows->n_owned());
  rest.n_columns = static_cast<LocalIndex>(transposed.ghost_columns.size());
  rest.offsets.assign(n_rows + 1, 0);
  rest.columns.resize(entries.size());
  rest.values.resize(entries.size());
  for (const Entry& entry : entries) ++rest.offsets[static_cast<std::size_t>(entry.row) + 1];
  for (std::size_t row = 0; row < n_rows; ++row) rest.offsets[row + 1] += rest.offsets[row];
  std::vector<LocalIndex> next(rest.offsets.begin(), rest.offsets.end() - 1);
  for (const Entry& entry : entries) {
    const auto place = static_cast<std::size_t>(next[static_cast<std::size_t>(entry.row)]++);
    rest.columns[place] = numbering.local(entry.column) - numbering.n_owned();
    rest.values[place] = entry.value;
  }
}

}  // namespace

Csr transpose_rows(const CsrView& matrix) {
  Csr transposed;
  transposed.n_columns = matrix.n_rows();
  const auto n_columns = static_cast<std::size_t>(matrix.n_columns);
  transposed.offsets.resize(n_columns + 1);
  transposed.columns.resize(static_cast<std::size_t>(matrix.n_nonzeros()));
  transposed.values.resize(transposed.columns.size());
  const auto bounds = row_parts(matrix.offsets);
  const std::size_t parts = bounds.size() - 1;
  Array<LocalIndex> counts(parts * n_columns);
  for_row_parts(bounds, [&](int part, LocalIndex begin, LocalIndex end) {
    kernels::count_columns(matrix, begin, end, counts.data() + static_cast<std::size_t>(part) * n_columns);
  });
  LocalIndex place = 0;
  for (std::size_t column = 0; column < n_columns; ++column) {
    transposed.offsets[column] = place;
    for (std::size_t part = 0; part < parts; ++part) {
      LocalIndex& count = counts[part * n_columns + column];
      const LocalIndex next = place + count;
      count = place;
      place = next;
    }
  }
  transposed.offsets[n_columns] = place;
  for_row_parts(bounds, [&](int part, LocalIndex begin, LocalIndex end) {
    kernels::scatter_columns(matrix, begin, end, counts.data() + static_cast<std::size_t>(part) * n_columns,
                             transposed.columns.data(), transposed.values.data());
  });
  return transposed;
}

TransposedParts transpose_parts(const MatrixView& matrix) {
  return {transpose_rows(matrix.diagonal), transpose_rows(matrix.off_diagonal)};
}

DistributedMatrix complete_transpose(const MatrixView& matrix, Csr owned_rows, const CsrView& ghost_rows) {
  DistributedMatrix transposed;
  transposed.comm = matrix.comm;
  transposed.rows = matrix.columns;
  transposed.columns = matrix.rows;
  transposed.diagonal = std::move(owned_rows);
  const auto entries = exchange_ghost_rows(matrix, ghost_rows);
  comm::CollectiveGuard(*matrix.comm).run([&] { fill_off_diagonal(entries, transposed); });
  transposed.plan = std::make_shared<comm::ExchangePlan>(comm::build_exchange_plan(
      *matrix.comm, matrix.rows->begin(), matrix.rows->n_owned(), transposed.ghost_columns));
  return transposed;
}

}  // namespace trireme::amg
