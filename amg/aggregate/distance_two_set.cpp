// SPDX-License-Identifier: Apache-2.0
#include "amg/aggregate/distance_two_set.hpp"

#include <algorithm>

#include "amg/kernels/neighbour_maximum.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/halo_exchange.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/threads/fixed_chunk_reduce.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::amg {
namespace {

// A node's standing in one word that compares: its state above its weight.
using Standing = std::uint64_t;
constexpr int weight_bits = 62;
constexpr Standing out = 0, undecided = Standing{1} << weight_bits, root = Standing{2} << weight_bits;

Standing state_of(Standing standing) {
  return standing >> weight_bits << weight_bits;
}
Standing with_state(Standing standing, Standing state) {
  return (standing & (undecided - 1)) | state;
}

}  // namespace

Array<Membership> distance_two_set(const StrongGraph& graph, std::uint64_t seed) {
  const auto n_owned = static_cast<std::size_t>(graph.n_owned()),
             n_local = static_cast<std::size_t>(graph.n_local());
  comm::HaloExchange<Standing> halo(*graph.comm, graph.plan, 1);
  const comm::CollectiveGuard guard(*graph.comm);
  Array<Standing> own, near, far;
  guard.run([&] {
    own.resize(n_local);
    near.resize(n_local);
    far.resize(n_owned);
  });
  const GlobalIndex first = graph.nodes->begin();
  threads::parallel_for(n_owned, [&](std::size_t node) {
    const bool isolated = graph.neighbours_of(node).empty();
    const Standing weight = root_weight(seed, first + static_cast<GlobalIndex>(node));
    own[node] = with_state(weight, isolated ? out : undecided);
  });
  std::fill(near.begin(), near.end(), undecided);
  std::fill(far.begin(), far.end(), undecided);

  for (bool left = true; left;) {
    // The best standing within one edge, then within two. Where a root is best it stays so, and where nothing
    // undecided is left nothing changes any more: each round looks only at nodes with undecided ones around.
    halo.start(std::span<Standing>(own)).finish();
    kernels::neighbour_maximum(graph.begins, graph.ends, graph.neighbours, own, undecided, root, near);
    halo.start(std::span<Standing>(near)).finish();
    kernels::neighbour_maximum(graph.begins, graph.ends, graph.neighbours, near, undecided, root, far);
    const auto n_left =
        threads::fixed_chunk_sum<GlobalIndex>(n_owned, [&](std::size_t begin, std::size_t end) {
          GlobalIndex count = 0;
          for (std::size_t node = begin; node < end; ++node) {
            if (state_of(own[node]) != undecided) continue;
            if (far[node] == own[node])
              own[node] = with_state(own[node], root);
            else if (state_of(far[node]) == root)
              own[node] = with_state(own[node], out);
            else
              ++count;
          }
          return count;
        });
    left = comm::any_of(*graph.comm, n_left > 0);
  }

  halo.start(std::span<Standing>(own)).finish();
  Array<Membership> members(n_local);
  threads::parallel_for(n_local, [&](std::size_t node) {
    if (state_of(own[node]) == root)
      members[node] = Membership::root;
    else
      members[node] =
          node < n_owned && graph.neighbours_of(node).empty() ? Membership::isolated : Membership::outside;
  });
  return members;
}

}  // namespace trireme::amg
