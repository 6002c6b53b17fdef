// SPDX-License-Identifier: Apache-2.0
#include "amg/problems/identity_rows.hpp"

#include "amg/problems/changed_problem.hpp"

namespace trireme::amg {
namespace {

class IdentityBlock : public ChangedProblem {
 public:
  IdentityBlock(ProblemPointer problem, GlobalIndex count) : ChangedProblem(std::move(problem)) {
    const GlobalIndex block = base().block_size();
    count_ = (count + block - 1) / block * block;
  }

  GlobalIndex n_rows() const override { return base().n_rows() + count_; }
  void row(GlobalIndex row, std::vector<Entry>& entries) const override {
    if (row < base().n_rows())
      base().row(row, entries);
    else
      entries.assign(1, {row, 1.0});
  }
  double near_null_entry(GlobalIndex row, int vector) const override {
    return row < base().n_rows() ? base().near_null_entry(row, vector) : 0;
  }

 private:
  GlobalIndex count_;
};

class PrescribedRows : public ChangedProblem {
 public:
  PrescribedRows(ProblemPointer base, GlobalIndex every) : ChangedProblem(std::move(base)), every_(every) {}

  void row(GlobalIndex row, std::vector<Entry>& entries) const override {
    if (row % every_ == 0) {
      entries.assign(1, {row, 1.0});
      return;
    }
    base().row(row, entries);
    std::erase_if(entries, [&](const Entry& entry) { return entry.column % every_ == 0; });
  }

 private:
  GlobalIndex every_;
};

}  // namespace

ProblemPointer with_identity_block(ProblemPointer base, GlobalIndex count) {
  return std::make_unique<IdentityBlock>(std::move(base), count);
}

ProblemPointer with_prescribed_rows(ProblemPointer base, GlobalIndex every) {
  return std::make_unique<PrescribedRows>(std::move(base), every);
}

}  // namespace trireme::amg
