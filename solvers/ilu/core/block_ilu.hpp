// SPDX-License-Identifier: Apache-2.0
// The threaded incomplete block factorization: computes the factors of a matrix on a given plan, and applies
// them. Called by the PETSc preconditioner `iluomp`; knows neither PETSc nor MPI. Local to the rank.
//
// Every row is computed by one thread in one order of operations, so factors and solutions have the same bits
// for any thread count and any schedule. When a parallel region has another number of threads than the plan
// (the count was changed since), the calling thread computes all rows in natural order: the same bits again.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "solvers/base/array.hpp"
#include "solvers/base/types.hpp"
#include "solvers/ilu/core/ilu_plan.hpp"
#include "solvers/ilu/core/task_runner.hpp"
#include "solvers/ilu/kernels/factor_row.hpp"

namespace trireme::ilu {

// Value: double or float, how the factors are stored; float halves what a solve reads. Arithmetic is in
// double.
template <class Value>
class BlockIlu {
 public:
  // The factors are those of the identity until factor() is called. Cost: first touch of the memory,
  // threaded.
  explicit BlockIlu(std::shared_ptr<const IluPlan> plan);

  // matrix_values: [blocks of the matrix * block_size^2], column-major blocks in the order of the plan's
  // pattern. Returns the first row (block row, in the matrix's own numbering; first in order of elimination)
  // whose pivot is zero or not finite, nothing if there is none. After a failure the factors are finite but
  // of no use. Cost: the elimination, threaded over the lower schedule.
  [[nodiscard]] std::optional<LocalIndex> factor(std::span<const double> matrix_values,
                                                 const PivotRule& rule = {});

  // x = (L U)^-1 b, both [rows * block_size] in the matrix's numbering, which may be the same array.
  void solve(std::span<const double> b, std::span<double> x);
  // x = (L U)^-T b, as solve; on the calling thread alone.
  void solve_transposed(std::span<const double> b, std::span<double> x);

  const IluPlan& plan() const { return *plan_; }
  // Of the stored values and work arrays; the plan's own bytes are apart.
  std::size_t bytes() const;
  // Factor values in natural order of rows, for tests: row by row L, D^-1, U.
  std::vector<Value> values_by_row() const;

 private:
  FactorView<Value> view();
  // Both return the first row whose pivot failed.
  LocalIndex factor_on_thread(int thread, const MatrixRowsView& matrix, const RowWorkspace& work,
                              const PivotRule& rule);
  LocalIndex factor_in_order(const MatrixRowsView& matrix, const RowWorkspace& work, const PivotRule& rule);
  void solve_lower(PositionRange range, const double* b, double* y) const;
  void solve_upper(PositionRange range, double* y, double* x, double* scratch) const;
  void solve_in_order(const double* b, double* y, double* x);

  std::shared_ptr<const IluPlan> plan_;
  Array<Value> lower_values_;
  Array<Value> upper_values_;
  Array<double> permuted_;                    // solution in elimination order; empty in the natural order
  std::vector<std::vector<double>> scratch_;  // one for each thread
  TaskProgress lower_progress_;
  TaskProgress upper_progress_;
};

}  // namespace trireme::ilu
