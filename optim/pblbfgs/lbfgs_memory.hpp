// SPDX-License-Identifier: Apache-2.0
// The inverse Hessian approximation H of L-BFGS by the two-loop recursion (Nocedal, Math. Comp. 35, 1980), on
// replicated vectors. PETSc's MATLMVM takes iterates and gradients and forms the differences itself, which
// does not fit pairs whose gradients are of an overlap of two batches. Called by `pblbfgs`. Local.
#pragma once

#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "optim/pblbfgs/pblbfgs_options.hpp"

namespace trireme::optim {

class LbfgsMemory {
 public:
  struct Pair {
    std::vector<double> s, y;
    double s_dot_y = 0;
  };

  explicit LbfgsMemory(int history) : history_(static_cast<std::size_t>(history)) {}

  // H v; v itself while there are no pairs. H0 = (s'y / y'y) I of the newest pair. O(pairs dim).
  std::vector<double> times(std::span<const double> v) const;

  // A step s, the change y of the gradient, and B s, which is -alpha g for a step alpha along -H g. Returns
  // whether the pair was kept. The relative rule and damping begin with the second pair.
  bool update(std::vector<double> s, std::vector<double> y, std::span<const double> b_s,
              const PblbfgsOptions& options);

  void clear() { pairs_.clear(); }
  const std::deque<Pair>& pairs() const { return pairs_; }
  void restore(std::vector<std::pair<std::vector<double>, std::vector<double>>> pairs);

 private:
  std::size_t history_;
  std::deque<Pair> pairs_;  // oldest first
};

}  // namespace trireme::optim
