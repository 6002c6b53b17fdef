// SPDX-License-Identifier: Apache-2.0
#include "amg/problems/generate_rows.hpp"

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "solvers/base/error.hpp"
#include "solvers/threads/parallel_for.hpp"
#include "solvers/threads/scan.hpp"

namespace trireme::amg {
namespace {

// f(row, entries) for each of the rows, on all threads.
template <class F>
void for_rows(const RowProblem& problem, RowRange rows, F&& f) {
  threads::parallel_region([&](int thread, int n_threads) {
    const auto share = threads::thread_range(rows.end - rows.begin, thread, n_threads);
    std::vector<Entry> entries;
    for (GlobalIndex k = share.begin; k < share.end; ++k) {
      problem.row(rows.begin + k, entries);
      f(static_cast<std::size_t>(k), entries);
    }
  });
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
  GlobalRows result;
  result.n_global = problem.n_rows();
  result.begin = rows.begin;
  result.block_size = problem.block_size();
  const auto n_rows = static_cast<std::size_t>(rows.end - rows.begin);
  // Counted first, so that each entry is written once, where it stays: the rule costs less than the memory.
  result.offsets.resize(n_rows + 1);
  result.offsets[n_rows] = 0;
  for_rows(problem, rows, [&](std::size_t row, const std::vector<Entry>& entries) {
    result.offsets[row] = static_cast<GlobalIndex>(entries.size());
  });
  const GlobalIndex n_nonzeros = threads::exclusive_scan(std::span(result.offsets));
  require_32_bits(n_nonzeros, "nonzeros");
  result.columns.resize(static_cast<std::size_t>(n_nonzeros));
  result.values.resize(static_cast<std::size_t>(n_nonzeros));
  for_rows(problem, rows, [&](std::size_t row, const std::vector<Entry>& entries) {
    auto at = static_cast<std::size_t>(result.offsets[row]);
    for (const Entry& entry : entries) {
      result.columns[at] = entry.column;
      result.values[at++] = entry.value;
    }
  });
  return result;
}

}  // namespace trireme::amg
