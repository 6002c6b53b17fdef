// SPDX-License-Identifier: Apache-2.0
// A matrix known by rule: any row can be asked for on any rank, so no rank needs another's and the matrix is
// the same for any rank count. Implemented by the problems of this folder; asked by generate_rows.
#pragma once

#include <memory>
#include <vector>

#include "solvers/base/types.hpp"

namespace trireme::amg {

struct Entry {
  GlobalIndex column;
  double value;
};

class RowProblem {
 public:
  RowProblem() = default;
  virtual ~RowProblem() = default;
  RowProblem(const RowProblem&) = delete;
  RowProblem& operator=(const RowProblem&) = delete;

  virtual GlobalIndex n_rows() const = 0;
  virtual int block_size() const { return 1; }
  // Whether conjugate gradients may be used on it, negated or not.
  virtual bool is_symmetric() const { return true; }
  // Replaces `entries` by those of the row, each column once. Called by several threads at once.
  virtual void row(GlobalIndex row, std::vector<Entry>& entries) const = 0;

  // Vectors that the operator hardly sees, besides the constant: rigid-body modes. Entry `row` of each.
  virtual int n_near_null_vectors() const { return 0; }
  virtual double near_null_entry(GlobalIndex /*row*/, int /*vector*/) const { return 0; }
};

using ProblemPointer = std::unique_ptr<const RowProblem>;

}  // namespace trireme::amg
