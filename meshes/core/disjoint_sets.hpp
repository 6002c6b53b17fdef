// SPDX-License-Identifier: Apache-2.0
// Disjoint sets of 0 .. n-1 that are joined until nothing more is known to belong together (R. E. Tarjan,
// "Efficiency of a good but not linear set union algorithm", J. ACM 22 (1975)), with halving of paths. Called
// by the checks of whole meshes. Local.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace trireme::mesh {

class DisjointSets {
 public:
  // Every number is a set of its own.
  explicit DisjointSets(std::size_t n) : parent_(n) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }

  // The smallest member of the set of i. Shortens paths, so it is not const; about constant time.
  std::size_t root(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }
  std::size_t n_sets() const {
    std::size_t n = 0;
    for (std::size_t i = 0; i < parent_.size(); ++i) n += parent_[i] == i ? 1 : 0;
    return n;
  }

 private:
  std::vector<std::size_t> parent_;
};

}  // namespace trireme::mesh
