// SPDX-License-Identifier: Apache-2.0
#include "amg/problems/pure_neumann.hpp"

#include "amg/problems/changed_problem.hpp"

namespace trireme::amg {
namespace {

class PureNeumann : public ChangedProblem {
 public:
  using ChangedProblem::ChangedProblem;

  void row(GlobalIndex row, std::vector<Entry>& entries) const override {
    base().row(row, entries);
    double others = 0;
    for (const Entry& entry : entries)
      if (entry.column != row) others += entry.value;
    for (Entry& entry : entries)
      if (entry.column == row) entry.value = -others;
  }
};

}  // namespace

ProblemPointer pure_neumann(ProblemPointer base) {
  return std::make_unique<PureNeumann>(std::move(base));
}

}  // namespace trireme::amg
