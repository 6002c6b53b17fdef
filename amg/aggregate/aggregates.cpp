// SPDX-License-Identifier: Apache-2.0
#include "amg/aggregate/aggregates.hpp"

#include <algorithm>

#include "amg/matrix/partition.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/halo_exchange.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::amg {
namespace {

constexpr GlobalIndex none = -1;

// Counts the aggregates of a node's neighbours.
class Votes {
 public:
  void clear() { votes_.clear(); }
  void add(GlobalIndex aggregate) {
    const auto seen = std::find_if(votes_.begin(), votes_.end(),
                                   [&](const Vote& vote) { return vote.aggregate == aggregate; });
    if (seen == votes_.end())
      votes_.push_back({aggregate, 1});
    else
      ++seen->count;
  }
  // The one with most votes; of several, the lowest number, which depends on neither ranks nor the order of a
  // row.
  GlobalIndex winner() const {
    const auto best = std::max_element(votes_.begin(), votes_.end(), [](const Vote& a, const Vote& b) {
      return a.count < b.count || (a.count == b.count && a.aggregate > b.aggregate);
    });
    return best == votes_.end() ? none : best->aggregate;
  }

 private:
  struct Vote {
    GlobalIndex aggregate;
    int count;
  };
  std::vector<Vote> votes_;
};

}  // namespace

Aggregates form_aggregates(const StrongGraph& graph, std::span<const Membership> members) {
  const auto n_owned = static_cast<std::size_t>(graph.n_owned()),
             n_local = static_cast<std::size_t>(graph.n_local());
  Aggregates result;
  LocalIndex n_roots = 0;
  for (std::size_t node = 0; node < n_owned; ++node) n_roots += members[node] == Membership::root ? 1 : 0;
  result.partition = make_partition(*graph.comm, n_roots);

  comm::HaloExchange<GlobalIndex> halo(*graph.comm, graph.plan, 1);
  Array<GlobalIndex> joined;
  comm::CollectiveGuard(*graph.comm).run([&] {
    joined.resize(n_local);
    result.aggregate.resize(n_owned);
  });
  GlobalIndex number = result.partition->begin();
  for (std::size_t node = 0; node < n_owned; ++node)
    joined[node] = members[node] == Membership::root ? number++ : none;
  halo.start(std::span<GlobalIndex>(joined)).finish();

  // Neighbours of roots. Reads the roots' entries only, which nobody writes.
  threads::parallel_for(n_owned, [&](std::size_t node) {
    if (members[node] != Membership::outside) return;
    // A symmetric graph has one root at most beside a node.
    for (const LocalIndex neighbour : graph.neighbours_of(node)) {
      const auto other = static_cast<std::size_t>(neighbour);
      if (members[other] == Membership::root && (joined[node] == none || joined[other] < joined[node]))
        joined[node] = joined[other];
    }
  });
  halo.start(std::span<GlobalIndex>(joined)).finish();

  // The rest, from what its neighbours joined just now.
  threads::parallel_for_range(n_owned, [&](std::size_t begin, std::size_t end) {
    Votes votes;
    for (std::size_t node = begin; node < end; ++node) {
      result.aggregate[node] = joined[node];
      if (joined[node] != none || members[node] == Membership::isolated) continue;
      votes.clear();
      for (const LocalIndex neighbour : graph.neighbours_of(node))
        if (const GlobalIndex aggregate = joined[static_cast<std::size_t>(neighbour)]; aggregate != none)
          votes.add(aggregate);
      result.aggregate[node] = votes.winner();
    }
  });
  return result;
}

}  // namespace trireme::amg
