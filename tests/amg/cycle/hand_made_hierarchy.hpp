// SPDX-License-Identifier: Apache-2.0
// Hierarchies made in the plainest way, for tests of the solve phase: matrices are assembled whole on every
// rank, split greedily in the order of the rows, interpolated directly, multiplied entry by entry, and then
// dealt out. The result does not depend on the ranks, but for the numbering that PETSc and hypre give coarse
// points too: that of their fine rows.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <vector>

#include "amg/hierarchy/setup_hierarchy.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/comm/communicator.hpp"
#include "solvers/comm/exchange_plan.hpp"

namespace trireme::amg::testing {

using Row = std::map<GlobalIndex, double>;
using Rows = std::vector<Row>;

// Minus the Laplacian on nx * ny * nz points, 7 points; jump: factor of the coefficient in half of the box.
inline Rows laplace_rows(int nx, int ny, int nz, double jump = 1) {
  Rows rows(static_cast<std::size_t>(nx) * ny * nz);
  const auto number = [&](int i, int j, int k) { return i + static_cast<GlobalIndex>(nx) * (j + ny * k); };
  const auto coefficient = [&](int i) { return 2 * i < nx ? 1.0 : jump; };
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        Row& row = rows[number(i, j, k)];
        const auto couple = [&](int di, int dj, int dk) {
          const int p = i + di, q = j + dj, r = k + dk;
          const double c = (coefficient(i) + coefficient(std::clamp(p, 0, nx - 1))) / 2;
          row[number(i, j, k)] += c;
          if (p >= 0 && p < nx && q >= 0 && q < ny && r >= 0 && r < nz) row[number(p, q, r)] -= c;
        };
        couple(-1, 0, 0);
        couple(1, 0, 0);
        couple(0, -1, 0);
        couple(0, 1, 0);
        couple(0, 0, -1);
        couple(0, 0, 1);
      }
  return rows;
}

// Contiguous ranges of about equal size; part `empty` of three or more owns nothing.
inline std::shared_ptr<const Partition> partition_of(GlobalIndex n, const comm::Communicator& comm,
                                                     int empty = -1) {
  Partition p;
  p.rank = comm.rank();
  const int parts = comm.size();
  const bool one_empty = empty >= 0 && empty < parts && parts > 1;
  const int sharing = one_empty ? parts - 1 : parts;
  p.offsets = {0};
  for (int part = 0, shared = 0; part < parts; ++part) {
    if (!(one_empty && part == empty)) ++shared;
    p.offsets.push_back(n * shared / sharing);
  }
  return std::make_shared<const Partition>(std::move(p));
}

// This rank's part. Collective.
inline DistributedMatrix dealt(const Rows& all, std::shared_ptr<const Partition> rows,
                               std::shared_ptr<const Partition> columns, const comm::Communicator& comm) {
  DistributedMatrix m;
  m.comm = &comm;
  m.rows = rows;
  m.columns = columns;
  for (GlobalIndex row = rows->begin(); row < rows->end(); ++row)
    for (const auto& [column, value] : all[row])
      if (column < columns->begin() || column >= columns->end()) m.ghost_columns.push_back(column);
  std::sort(m.ghost_columns.begin(), m.ghost_columns.end());
  m.ghost_columns.erase(std::unique(m.ghost_columns.begin(), m.ghost_columns.end()), m.ghost_columns.end());
  m.diagonal.n_columns = columns->n_owned();
  m.off_diagonal.n_columns = static_cast<LocalIndex>(m.ghost_columns.size());
  for (GlobalIndex row = rows->begin(); row < rows->end(); ++row) {
    for (const auto& [column, value] : all[row]) {
      const bool own = column >= columns->begin() && column < columns->end();
      Csr& part = own ? m.diagonal : m.off_diagonal;
      const auto ghost = std::lower_bound(m.ghost_columns.begin(), m.ghost_columns.end(), column);
      part.columns.push_back(
          static_cast<LocalIndex>(own ? column - columns->begin() : ghost - m.ghost_columns.begin()));
      part.values.push_back(value);
    }
    m.diagonal.offsets.push_back(static_cast<LocalIndex>(m.diagonal.columns.size()));
    m.off_diagonal.offsets.push_back(static_cast<LocalIndex>(m.off_diagonal.columns.size()));
  }
  m.plan = std::make_shared<const comm::ExchangePlan>(
      comm::build_exchange_plan(comm, columns->begin(), columns->n_owned(), m.ghost_columns));
  return m;
}

inline Rows transposed(const Rows& a, std::size_t n_columns) {
  Rows t(n_columns);
  for (std::size_t row = 0; row < a.size(); ++row)
    for (const auto& [column, value] : a[row]) t[column][static_cast<GlobalIndex>(row)] = value;
  return t;
}

inline Rows product(const Rows& a, const Rows& b) {
  Rows c(a.size());
  for (std::size_t row = 0; row < a.size(); ++row)
    for (const auto& [k, value] : a[row])
      for (const auto& [column, factor] : b[k]) c[row][column] += value * factor;
  return c;
}

inline std::vector<double> product(const Rows& a, const std::vector<double>& x) {
  std::vector<double> y(a.size(), 0.0);
  for (std::size_t row = 0; row < a.size(); ++row)
    for (const auto& [column, value] : a[row]) y[row] += value * x[column];
  return y;
}

inline bool is_strong(const Row& row, GlobalIndex self, GlobalIndex column, double value) {
  double largest = 0;
  for (const auto& [c, v] : row)
    if (c != self) largest = std::max(largest, std::abs(v));
  return column != self && std::abs(value) >= 0.25 * largest && largest > 0;
}

// The first row not yet taken becomes coarse, those strongly coupled to it fine.
inline std::vector<PointType> split(const Rows& a) {
  std::vector<PointType> points(a.size(), PointType::isolated);
  std::vector<bool> taken(a.size(), false);
  for (std::size_t row = 0; row < a.size(); ++row) {
    if (taken[row]) continue;
    for (const auto& [column, value] : a[row])
      if (is_strong(a[row], static_cast<GlobalIndex>(row), column, value)) {
        points[row] = PointType::coarse;
        if (!taken[column]) points[column] = PointType::fine;
        taken[column] = true;
      }
    taken[row] = true;
  }
  return points;
}

// Stueben's direct interpolation from strong coarse neighbours, all signs alike.
inline Rows interpolation(const Rows& a, const std::vector<PointType>& points) {
  std::vector<GlobalIndex> coarse_number(a.size());
  GlobalIndex n_coarse = 0;
  for (std::size_t row = 0; row < a.size(); ++row) {
    coarse_number[row] = n_coarse;
    n_coarse += points[row] == PointType::coarse;
  }
  Rows p(a.size());
  for (std::size_t row = 0; row < a.size(); ++row) {
    if (points[row] == PointType::coarse) p[row][coarse_number[row]] = 1;
    if (points[row] != PointType::fine) continue;
    double all = 0, used = 0, diagonal = 0;
    for (const auto& [column, value] : a[row]) {
      if (column == static_cast<GlobalIndex>(row)) {
        diagonal = value;
        continue;
      }
      all += value;
      if (points[column] == PointType::coarse && is_strong(a[row], row, column, value)) used += value;
    }
    for (const auto& [column, value] : a[row])
      if (points[column] == PointType::coarse && is_strong(a[row], row, column, value))
        p[row][coarse_number[column]] = -(all / used) * value / diagonal;
  }
  return p;
}

struct HandMade {
  SetupHierarchy hierarchy;
  DistributedMatrix finest;
  std::vector<Rows> matrices;  // whole, by level
};

// At most max_levels levels, down to few rows. Collective; the object must not be moved afterwards, so it
// comes on the heap.
inline std::unique_ptr<HandMade> hand_made(Rows rows, std::shared_ptr<const Partition> partition,
                                           const comm::Communicator& comm, std::size_t max_levels = 10) {
  auto made = std::make_unique<HandMade>();
  auto& levels = made->hierarchy.levels;
  made->finest = dealt(rows, partition, partition, comm);
  levels.emplace_back();
  levels.front().matrix = made->finest.view();
  made->matrices.push_back(rows);
  while (levels.size() < max_levels && rows.size() > 20) {
    const auto points = split(rows);
    const Rows p = interpolation(rows, points);
    Partition coarse;
    coarse.rank = comm.rank();
    coarse.offsets = {0};
    for (std::size_t part = 0; part + 1 < partition->offsets.size(); ++part)
      coarse.offsets.push_back(coarse.offsets.back() +
                               std::count(points.begin() + partition->offsets[part],
                                          points.begin() + partition->offsets[part + 1], PointType::coarse));
    const auto coarse_partition = std::make_shared<const Partition>(coarse);
    if (coarse_partition->n_global() == 0) {
      made->hierarchy.end = CoarseningEnd::no_coarse_points;
      break;
    }
    const Rows r = transposed(p, static_cast<std::size_t>(coarse_partition->n_global()));
    SetupLevel& level = levels.back();
    level.points.assign(points.begin() + partition->begin(), points.begin() + partition->end());
    level.interpolation = dealt(p, partition, coarse_partition, comm);
    level.restriction = dealt(r, coarse_partition, partition, comm);
    rows = product(r, product(rows, p));
    made->matrices.push_back(rows);
    SetupLevel next;
    next.owned = dealt(rows, coarse_partition, coarse_partition, comm);
    levels.push_back(std::move(next));
    levels.back().matrix = levels.back().owned.view();
    partition = coarse_partition;
  }
  for (std::size_t l = 1; l < levels.size(); ++l) levels[l].matrix = levels[l].owned.view();
  return made;
}

// Entries of a vector that depend on their global numbers alone.
inline double entry(std::uint64_t seed, GlobalIndex id) {
  return symmetric_hash(seed, id, 7);
}
inline std::vector<double> whole_vector(std::uint64_t seed, std::size_t n) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = entry(seed, static_cast<GlobalIndex>(i));
  return x;
}
inline std::vector<double> own_vector(std::uint64_t seed, const Partition& p) {
  std::vector<double> x;
  for (GlobalIndex i = p.begin(); i < p.end(); ++i) x.push_back(entry(seed, i));
  return x;
}

}  // namespace trireme::amg::testing
