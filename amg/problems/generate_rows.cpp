// SPDX-License-Identifier: Apache-2.0
#include "amg/problems/generate_rows.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "solvers/base/error.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::amg {
namespace {

// What one thread makes of its share.
struct Piece {
  std::vector<GlobalIndex> lengths, columns;
  std::vector<double> values;
};

Piece generate_piece(const RowProblem& problem, RowRange rows) {
  Piece piece;
  std::vector<Entry> entries;
  for (GlobalIndex row = rows.begin; row < rows.end; ++row) {
    problem.row(row, entries);
    piece.lengths.push_back(static_cast<GlobalIndex>(entries.size()));
    for (const Entry& entry : entries) {
      piece.columns.push_back(entry.column);
      piece.values.push_back(entry.value);
    }
  }
  return piece;
}

void require_32_bits(GlobalIndex count, const char* what) {
  if (count <= std::numeric_limits<LocalIndex>::max()) return;
  throw Error(ErrorKind::input, "a rank would hold " + std::to_string(count) + " " + what,
              "2147483647 is the most", "use more ranks or a smaller problem");
}

}  // namespace

RowRange rows_of_rank(GlobalIndex n_rows, int block_size, int rank, int size) {
  const auto blocks = threads::thread_range<GlobalIndex>(n_rows / block_size, rank, size);
  RowRange range{blocks.begin * block_size, blocks.end * block_size};
  if (rank == size - 1) range.end = n_rows;  // what does not fill a block
  return range;
}

GlobalRows generate_rows(const RowProblem& problem, RowRange rows) {
  require_32_bits(rows.end - rows.begin, "rows");
  std::vector<Piece> pieces(static_cast<std::size_t>(threads::max_threads()));
  threads::parallel_region([&](int thread, int n_threads) {
    const auto share = threads::thread_range(rows.end - rows.begin, thread, n_threads);
    pieces[static_cast<std::size_t>(thread)] =
        generate_piece(problem, {rows.begin + share.begin, rows.begin + share.end});
  });

  GlobalRows result;
  result.n_global = problem.n_rows();
  result.begin = rows.begin;
  result.block_size = problem.block_size();
  result.offsets.reserve(static_cast<std::size_t>(rows.end - rows.begin) + 1);
  std::size_t n_nonzeros = 0;
  for (const Piece& piece : pieces) n_nonzeros += piece.columns.size();
  require_32_bits(static_cast<GlobalIndex>(n_nonzeros), "nonzeros");
  result.columns.reserve(n_nonzeros);
  result.values.reserve(n_nonzeros);
  for (Piece& piece : pieces) {
    for (const GlobalIndex length : piece.lengths) result.offsets.push_back(result.offsets.back() + length);
    result.columns.insert(result.columns.end(), piece.columns.begin(), piece.columns.end());
    result.values.insert(result.values.end(), piece.values.begin(), piece.values.end());
    piece = {};
  }
  return result;
}

}  // namespace trireme::amg
