// SPDX-License-Identifier: Apache-2.0
// Base of the problems that change the rows of another one: negated, shuffled, with identity rows.
#pragma once

#include <utility>

#include "amg/problems/row_problem.hpp"

namespace trireme::amg {

class ChangedProblem : public RowProblem {
 public:
  explicit ChangedProblem(ProblemPointer base) : base_(std::move(base)) {}

  GlobalIndex n_rows() const override { return base_->n_rows(); }
  int block_size() const override { return base_->block_size(); }
  bool is_symmetric() const override { return base_->is_symmetric(); }
  int n_near_null_vectors() const override { return base_->n_near_null_vectors(); }
  double near_null_entry(GlobalIndex row, int vector) const override {
    return base_->near_null_entry(row, vector);
  }

 protected:
  const RowProblem& base() const { return *base_; }

 private:
  ProblemPointer base_;
};

}  // namespace trireme::amg
