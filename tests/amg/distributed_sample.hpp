// SPDX-License-Identifier: Apache-2.0
// Distributed matrices for tests, from a function that gives each row's entries by global numbers.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "amg/matrix/distributed_matrix.hpp"
#include "amg/matrix/partition.hpp"
#include "solvers/comm/exchange_plan.hpp"

namespace trireme::amg::testing {

struct SampleEntry {
  GlobalIndex column;
  double value;
};
using SampleRow = std::function<std::vector<SampleEntry>(GlobalIndex row)>;

// Square; this rank has n_owned rows.
inline DistributedMatrix sample_matrix(const comm::Communicator& comm, LocalIndex n_owned,
                                       const SampleRow& row_of) {
  DistributedMatrix matrix;
  matrix.comm = &comm;
  matrix.rows = matrix.columns = make_partition(comm, n_owned);
  const auto is_owned = [&](GlobalIndex id) { return id >= matrix.rows->begin() && id < matrix.rows->end(); };
  for (GlobalIndex row = matrix.rows->begin(); row < matrix.rows->end(); ++row)
    for (const SampleEntry& entry : row_of(row))
      if (!is_owned(entry.column)) matrix.ghost_columns.push_back(entry.column);
  std::sort(matrix.ghost_columns.begin(), matrix.ghost_columns.end());
  matrix.ghost_columns.erase(std::unique(matrix.ghost_columns.begin(), matrix.ghost_columns.end()),
                             matrix.ghost_columns.end());
  matrix.diagonal.n_columns = n_owned;
  matrix.off_diagonal.n_columns = static_cast<LocalIndex>(matrix.ghost_columns.size());
  for (GlobalIndex row = matrix.rows->begin(); row < matrix.rows->end(); ++row) {
    for (const SampleEntry& entry : row_of(row)) {
      const bool owned = is_owned(entry.column);
      Csr& part = owned ? matrix.diagonal : matrix.off_diagonal;
      const auto ghost =
          std::lower_bound(matrix.ghost_columns.begin(), matrix.ghost_columns.end(), entry.column);
      part.columns.push_back(owned ? static_cast<LocalIndex>(entry.column - matrix.rows->begin())
                                   : static_cast<LocalIndex>(ghost - matrix.ghost_columns.begin()));
      part.values.push_back(entry.value);
    }
    matrix.diagonal.offsets.push_back(static_cast<LocalIndex>(matrix.diagonal.columns.size()));
    matrix.off_diagonal.offsets.push_back(static_cast<LocalIndex>(matrix.off_diagonal.columns.size()));
  }
  matrix.plan = std::make_shared<comm::ExchangePlan>(
      comm::build_exchange_plan(comm, matrix.rows->begin(), n_owned, matrix.ghost_columns));
  return matrix;
}

// A share of n rows for this rank that is uneven and leaves every fourth rank empty.
inline LocalIndex uneven_share(const comm::Communicator& comm, LocalIndex n) {
  const auto weight = [](int rank) { return rank % 4 == 2 ? 0 : 2 + rank % 3; };
  int before = 0, all = 0;
  for (int rank = 0; rank < comm.size(); ++rank) {
    if (rank < comm.rank()) before += weight(rank);
    all += weight(rank);
  }
  const auto bound = [&](int sum) {
    return static_cast<LocalIndex>(static_cast<GlobalIndex>(n) * sum / all);
  };
  return bound(before + weight(comm.rank())) - bound(before);
}

// The 7-point Laplacian of n^3 points with zero boundary values, or the 27-point one.
inline SampleRow laplacian(GlobalIndex n, bool all_neighbours) {
  return [=](GlobalIndex row) {
    std::vector<SampleEntry> entries;
    const GlobalIndex i = row % n, j = row / n % n, k = row / n / n;
    for (GlobalIndex dk = -1; dk <= 1; ++dk)
      for (GlobalIndex dj = -1; dj <= 1; ++dj)
        for (GlobalIndex di = -1; di <= 1; ++di) {
          const GlobalIndex distance = std::abs(di) + std::abs(dj) + std::abs(dk);
          const auto inside = [n](GlobalIndex x) { return x >= 0 && x < n; };
          if ((distance > 1 && !all_neighbours) || !inside(i + di) || !inside(j + dj) || !inside(k + dk))
            continue;
          const double middle = all_neighbours ? 26 : 6;
          entries.push_back({row + di + n * (dj + n * dk), distance == 0 ? middle : -1.0});
        }
    return entries;
  };
}

}  // namespace trireme::amg::testing
