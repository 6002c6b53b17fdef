// SPDX-License-Identifier: Apache-2.0
// The weights at the ends of a run's cycles, the members of its ensemble: kept while it trains and stored
// with its checkpoints. Called by trireme-optim. Local.
#pragma once

#include <string>
#include <vector>

#include "optim/train/iterate.hpp"

namespace trireme::optim {

class SnapshotStore {
 public:
  // Keeps the weights of an iterate that ends a cycle.
  void observe(const Iterate& iterate) {
    if (iterate.ends_cycle) members_.push_back(*iterate.weights);
  }
  const std::vector<std::vector<double>>& members() const { return members_; }

  void save(OptimizerState& state) const {
    for (std::size_t k = 0; k < members_.size(); ++k) state.vectors[name(k)] = members_[k];
  }
  void restore(const OptimizerState& state) {
    members_.clear();
    for (std::size_t k = 0; state.vectors.contains(name(k)); ++k)
      members_.push_back(state.vectors.at(name(k)));
  }

 private:
  static std::string name(std::size_t k) { return "snapshot" + std::to_string(k); }
  std::vector<std::vector<double>> members_;
};

}  // namespace trireme::optim
