// SPDX-License-Identifier: Apache-2.0
// Aggregates: disjoint sets of nodes, each around a root. A root's neighbours join it; a node two edges away
// joins the aggregate that most of its neighbours are in. Aggregates may cross ranks; the root's rank owns
// them. Bell, Dalton, Olson 2012 (see distance_two_set.hpp). Called by aggregation_level.
#pragma once

#include "amg/aggregate/distance_two_set.hpp"

namespace trireme::amg {

struct Aggregates {
  std::shared_ptr<const Partition> partition;  // of aggregates: numbered in the order of their roots
  Array<GlobalIndex> aggregate;                // [owned nodes]: global number, -1 where isolated
};

// Collective; O(edges), and two exchanges. The same for any ranks and threads where the
// graph is symmetric.
Aggregates form_aggregates(const StrongGraph& graph, std::span<const Membership> members);

}  // namespace trireme::amg
