// SPDX-License-Identifier: Apache-2.0
#include "amg/problems/negated.hpp"

#include "amg/problems/changed_problem.hpp"

namespace trireme::amg {
namespace {

class Negated : public ChangedProblem {
 public:
  using ChangedProblem::ChangedProblem;

  void row(GlobalIndex row, std::vector<Entry>& entries) const override {
    base().row(row, entries);
    for (Entry& entry : entries) entry.value = -entry.value;
  }
};

}  // namespace

ProblemPointer negated(ProblemPointer base) {
  return std::make_unique<Negated>(std::move(base));
}

}  // namespace trireme::amg
