// SPDX-License-Identifier: Apache-2.0
// Which rows of a triangular factor can be solved at the same time. A row's level is one more than the
// highest level among the rows it needs; rows of one level are independent. Called by the schedules and by
// the plan's statistics. Source: J. Park et al., "Sparsifying Synchronization for High-Performance
// Shared-Memory Sparse Triangular Solver", ISC 2014, doi 10.1007/978-3-319-07518-1_8, section 2.
#pragma once

#include <vector>

#include "solvers/base/types.hpp"
#include "solvers/ilu/core/factor_pattern.hpp"

namespace trireme::ilu {

// The lower triangle is solved from row 0 up (and factorized in that order), the upper one from the last row
// down.
enum class Triangle { lower, upper };

// The rows that a row needs, and the order in which one thread alone would visit the rows.
class DependencyView {
 public:
  DependencyView(const FactorPattern& pattern, Triangle triangle) : pattern_(&pattern), triangle_(triangle) {}

  LocalIndex rows() const { return pattern_->rows(); }
  LocalIndex row_at(LocalIndex step) const { return triangle_ == Triangle::lower ? step : rows() - 1 - step; }
  std::span<const LocalIndex> needed_by(LocalIndex row) const {
    const LocalIndex diagonal = pattern_->diagonal[row];
    const LocalIndex begin = triangle_ == Triangle::lower ? pattern_->offsets[row] : diagonal + 1;
    const LocalIndex end = triangle_ == Triangle::lower ? diagonal : pattern_->offsets[row + 1];
    return {pattern_->columns.data() + begin, static_cast<std::size_t>(end - begin)};
  }
  // Work of a row in blocks: what it reads, and its own diagonal.
  LocalIndex weight(LocalIndex row) const { return static_cast<LocalIndex>(needed_by(row).size()) + 1; }

 private:
  const FactorPattern* pattern_;
  Triangle triangle_;
};

struct DependencyLevels {
  std::vector<LocalIndex> offsets;  // [levels + 1]
  std::vector<LocalIndex> rows;     // [rows] by level, inside a level in the order of visit
  double parallelism = 1;           // work / work on the longest chain of dependent rows, both in blocks

  LocalIndex count() const { return static_cast<LocalIndex>(offsets.size()) - 1; }
};

// Cost: one pass over the triangle; serial.
DependencyLevels dependency_levels(const DependencyView& triangle);

}  // namespace trireme::ilu
