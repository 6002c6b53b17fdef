// SPDX-License-Identifier: Apache-2.0
// Small distributed matrices for the tests of the multigrid, and what they look like as a whole.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <petscsys.h>

#include "amg/matrix/distributed_matrix.hpp"
#include "amg/matrix/ghost_numbering.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/comm/communicator.hpp"
#include "solvers/comm/gather.hpp"

namespace trireme::amg::test {

struct Entry {
  GlobalIndex column;
  double value;
};
using Row = std::vector<Entry>;
// The row of a global number; columns in any order, each once.
using RowOf = std::function<Row(GlobalIndex)>;

inline const comm::Communicator& world() {
  static const comm::Communicator comm(PETSC_COMM_WORLD);
  return comm;
}

inline const comm::Communicator& alone() {
  static const auto comm = comm::Communicator::self();
  return comm;
}

// n rows over the ranks, shares of unequal size; of three ranks or more the second owns none.
inline std::shared_ptr<const Partition> uneven_partition(GlobalIndex n,
                                                         const comm::Communicator& comm = world()) {
  auto partition = std::make_shared<Partition>();
  partition->rank = comm.rank();
  const int ranks = comm.size();
  GlobalIndex weight = 0;
  const auto weight_of = [&](int rank) { return rank == 1 && ranks > 2 ? 0 : 2 + rank % 3; };
  for (int rank = 0; rank < ranks; ++rank) weight += weight_of(rank);
  GlobalIndex before = 0;
  partition->offsets.push_back(0);
  for (int rank = 0; rank < ranks; ++rank) {
    before += weight_of(rank);
    partition->offsets.push_back(n * before / weight);
  }
  return partition;
}

// Collective.
inline DistributedMatrix make_matrix(std::shared_ptr<const Partition> rows,
                                     std::shared_ptr<const Partition> columns, const RowOf& row_of,
                                     const comm::Communicator& comm = world()) {
  DistributedMatrix matrix;
  matrix.comm = &comm;
  matrix.rows = rows;
  matrix.columns = columns;
  std::vector<GlobalIndex> ghosts;
  const auto owned = [&](GlobalIndex id) { return id >= columns->begin() && id < columns->end(); };
  for (GlobalIndex row = rows->begin(); row < rows->end(); ++row)
    for (const Entry& entry : row_of(row))
      if (!owned(entry.column)) ghosts.push_back(entry.column);
  matrix.ghost_columns = sorted_unique(std::move(ghosts));
  const ColumnNumbering numbering(*columns, matrix.ghost_columns);
  matrix.diagonal.n_columns = columns->n_owned();
  matrix.off_diagonal.n_columns = static_cast<LocalIndex>(matrix.ghost_columns.size());
  for (GlobalIndex row = rows->begin(); row < rows->end(); ++row) {
    for (const Entry& entry : row_of(row)) {
      const LocalIndex column = numbering.local(entry.column);
      Csr& part = owned(entry.column) ? matrix.diagonal : matrix.off_diagonal;
      part.columns.push_back(owned(entry.column) ? column : column - numbering.n_owned());
      part.values.push_back(entry.value);
    }
    for (Csr* part : {&matrix.diagonal, &matrix.off_diagonal})
      part->offsets.push_back(static_cast<LocalIndex>(part->columns.size()));
  }
  matrix.plan = std::make_shared<comm::ExchangePlan>(
      comm::build_exchange_plan(comm, columns->begin(), columns->n_owned(), matrix.ghost_columns));
  return matrix;
}

inline DistributedMatrix make_square(GlobalIndex n, const RowOf& row_of,
                                     const comm::Communicator& comm = world()) {
  const auto partition = uneven_partition(n, comm);
  return make_matrix(partition, partition, row_of, comm);
}

// The stencil of all neighbours in a box of nx * ny * nz points (27 points, 9 where nz is 1) or of those
// along the axes (7, 5), with rows sums of zero inside and `boundary` more on the diagonal for each missing
// neighbour.
enum class Stencil { box, star };
inline RowOf laplacian(GlobalIndex nx, GlobalIndex ny, GlobalIndex nz, Stencil stencil, double boundary = 1) {
  return [=](GlobalIndex id) {
    const GlobalIndex x = id % nx, y = id / nx % ny, z = id / (nx * ny);
    Row row;
    double diagonal = 0;
    for (GlobalIndex dz = -1; dz <= 1; ++dz)
      for (GlobalIndex dy = -1; dy <= 1; ++dy)
        for (GlobalIndex dx = -1; dx <= 1; ++dx) {
          const GlobalIndex steps = dx * dx + dy * dy + dz * dz;
          if (steps == 0 || (nz == 1 && dz != 0) || (stencil == Stencil::star && steps > 1)) continue;
          const bool inside =
              x + dx >= 0 && x + dx < nx && y + dy >= 0 && y + dy < ny && z + dz >= 0 && z + dz < nz;
          diagonal += inside ? 1 : boundary;
          if (inside) row.push_back({id + dx + nx * (dy + ny * dz), -1.0});
        }
    row.insert(std::upper_bound(row.begin(), row.end(), id,
                                [](GlobalIndex i, const Entry& entry) { return i < entry.column; }),
               {id, diagonal});
    return row;
  };
}

// The same rows, their columns in another order.
inline RowOf shuffled(RowOf row_of) {
  return [row_of = std::move(row_of)](GlobalIndex id) {
    Row row = row_of(id);
    std::sort(row.begin(), row.end(), [&](const Entry& a, const Entry& b) {
      return mix_bits(static_cast<std::uint64_t>(a.column * 7 + id)) <
             mix_bits(static_cast<std::uint64_t>(b.column * 7 + id));
    });
    return row;
  };
}

// Some n x n matrix with `per_row` entries in a row, not symmetric, of both signs; row 5 is empty and every
// third diagonal is missing.
inline RowOf scattered(GlobalIndex n, GlobalIndex n_columns, int per_row, std::uint64_t seed) {
  return [=](GlobalIndex id) {
    std::vector<GlobalIndex> columns;
    for (int k = 0; k < per_row; ++k)
      columns.push_back(static_cast<GlobalIndex>(mix_bits(seed + static_cast<std::uint64_t>(id * 64 + k)) %
                                                 static_cast<std::uint64_t>(n_columns)));
    Row row;
    if (id == 5) return row;
    for (const GlobalIndex column : sorted_unique(columns))
      row.push_back({column, symmetric_hash(seed, id * n + column, 1)});
    return row;
  };
}

// All rows on every rank, columns ascending. Collective.
inline std::vector<Row> gather_rows(const MatrixView& matrix) {
  struct Flat {
    GlobalIndex row;
    Entry entry;
  };
  std::vector<Flat> flat;
  for (LocalIndex row = 0; row < matrix.n_rows(); ++row) {
    const auto r = static_cast<std::size_t>(row);
    for (LocalIndex k = matrix.diagonal.offsets[r]; k < matrix.diagonal.offsets[r + 1]; ++k) {
      const auto p = static_cast<std::size_t>(k);
      flat.push_back({matrix.rows->begin() + row,
                      {matrix.columns->begin() + matrix.diagonal.columns[p], matrix.diagonal.values[p]}});
    }
    for (LocalIndex k = matrix.off_diagonal.offsets[r]; k < matrix.off_diagonal.offsets[r + 1]; ++k) {
      const auto p = static_cast<std::size_t>(k);
      flat.push_back({matrix.rows->begin() + row,
                      {matrix.ghost_columns[static_cast<std::size_t>(matrix.off_diagonal.columns[p])],
                       matrix.off_diagonal.values[p]}});
    }
  }
  std::vector<Row> rows(static_cast<std::size_t>(matrix.rows->n_global()));
  for (const Flat& f : comm::all_gather(*matrix.comm, flat))
    rows[static_cast<std::size_t>(f.row)].push_back(f.entry);
  for (Row& row : rows)
    std::sort(row.begin(), row.end(), [](const Entry& a, const Entry& b) { return a.column < b.column; });
  return rows;
}

// NaN is like itself, 0 unlike -0.
inline bool same_bits(std::span<const double> a, std::span<const double> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

}  // namespace trireme::amg::test
