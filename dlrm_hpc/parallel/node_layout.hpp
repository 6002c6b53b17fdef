// SPDX-License-Identifier: Apache-2.0
// Which ranks share a node, for plans that keep the pieces of a table together. Called by training before it
// makes a plan. Collective.
#pragma once

#include <algorithm>
#include <vector>

#include "solvers/comm/communicator.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::dlrm {

// The node of each rank [size], numbered from 0 by their lowest ranks: as MPI finds shared memory, or so many
// consecutive ranks on each, where ranks_per_node is not 0. The same on every rank.
inline std::vector<int> node_of_ranks(const comm::Communicator& comm, int ranks_per_node) {
  std::vector<int> nodes;
  if (ranks_per_node > 0) {
    for (int rank = 0; rank < comm.size(); ++rank) nodes.push_back(rank / ranks_per_node);
    return nodes;
  }
  const int lowest = comm::all_min(comm.split_by_node(), comm.rank());
  nodes = comm::all_gather_value(comm, lowest);
  std::vector<int> all = nodes;
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  for (int& node : nodes)
    node = static_cast<int>(std::lower_bound(all.begin(), all.end(), node) - all.begin());
  return nodes;
}

}  // namespace trireme::dlrm
