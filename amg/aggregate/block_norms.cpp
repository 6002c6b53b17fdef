// SPDX-License-Identifier: Apache-2.0
#include "amg/aggregate/block_norms.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "solvers/base/error.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::amg {
namespace {

// Adds up squares of one block row, block column by block column in the order of their first entry.
class BlockRow {
 public:
  explicit BlockRow(LocalIndex n_columns) : place_(static_cast<std::size_t>(n_columns), -1) {}

  void add(LocalIndex column, double value) {
    LocalIndex& place = place_[static_cast<std::size_t>(column)];
    if (place < 0) {
      place = static_cast<LocalIndex>(columns_.size());
      columns_.push_back(column);
      squares_.push_back(0);
    }
    squares_[static_cast<std::size_t>(place)] += value * value;
  }

  void finish(Csr& matrix) {
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      matrix.columns.push_back(columns_[k]);
      matrix.values.push_back(std::sqrt(squares_[k]));
      place_[static_cast<std::size_t>(columns_[k])] = -1;
    }
    matrix.offsets.push_back(static_cast<LocalIndex>(matrix.columns.size()));
    columns_.clear();
    squares_.clear();
  }

 private:
  std::vector<LocalIndex> place_;  // of a block column in the row, -1: none
  std::vector<LocalIndex> columns_;
  std::vector<double> squares_;
};

Csr norms_of(const CsrView& matrix, LocalIndex n_block_columns, std::span<const LocalIndex> block_column,
             LocalIndex block_size) {
  Csr norms;
  norms.n_columns = n_block_columns;
  BlockRow block_row(n_block_columns);
  for (LocalIndex first = 0; first < matrix.n_rows(); first += block_size) {
    const auto begin = static_cast<std::size_t>(matrix.offsets[static_cast<std::size_t>(first)]);
    const auto end = static_cast<std::size_t>(matrix.offsets[static_cast<std::size_t>(first + block_size)]);
    for (std::size_t k = begin; k < end; ++k)
      block_row.add(block_column[static_cast<std::size_t>(matrix.columns[k])], matrix.values[k]);
    block_row.finish(norms);
  }
  return norms;
}

}  // namespace

DistributedMatrix block_norms(const MatrixView& matrix, int block_size) {
  const bool fits = std::all_of(matrix.rows->offsets.begin(), matrix.rows->offsets.end(),
                                [&](GlobalIndex offset) { return offset % block_size == 0; });
  if (!fits)
    throw Error(ErrorKind::input,
                fmt::format("the rows of a rank are no multiple of the block size {}", block_size),
                "a node of the system would be split between ranks",
                "distribute whole nodes, or set the block size that the matrix has");
  DistributedMatrix norms;
  norms.comm = matrix.comm;
  auto nodes = std::make_shared<Partition>(*matrix.rows);
  for (GlobalIndex& offset : nodes->offsets) offset /= block_size;
  norms.rows = norms.columns = nodes;

  comm::CollectiveGuard(*matrix.comm).run([&] {
    std::vector<LocalIndex> owned_block(static_cast<std::size_t>(matrix.diagonal.n_columns));
    for (std::size_t column = 0; column < owned_block.size(); ++column)
      owned_block[column] = static_cast<LocalIndex>(column) / block_size;
    std::vector<LocalIndex> ghost_block(matrix.ghost_columns.size());
    for (std::size_t ghost = 0; ghost < ghost_block.size(); ++ghost) {
      const GlobalIndex node = matrix.ghost_columns[ghost] / block_size;
      if (norms.ghost_columns.empty() || norms.ghost_columns.back() != node)
        norms.ghost_columns.push_back(node);
      ghost_block[ghost] = static_cast<LocalIndex>(norms.ghost_columns.size()) - 1;
    }
    norms.diagonal = norms_of(matrix.diagonal, nodes->n_owned(), owned_block, block_size);
    norms.off_diagonal = norms_of(matrix.off_diagonal, static_cast<LocalIndex>(norms.ghost_columns.size()),
                                  ghost_block, block_size);
  });
  norms.plan = std::make_shared<comm::ExchangePlan>(
      comm::build_exchange_plan(*matrix.comm, nodes->begin(), nodes->n_owned(), norms.ghost_columns));
  return norms;
}

}  // namespace trireme::amg
