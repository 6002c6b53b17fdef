// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/exchange_plan.hpp"

#include <algorithm>
#include <string>

#include "solvers/base/assert.hpp"
#include "solvers/comm/alltoall.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/gather.hpp"

namespace trireme::comm {
namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw Error(ErrorKind::input, "the exchange of ghost values cannot be planned", why,
              "number the entries by owner and list each ghost once, ascending");
}

// [P + 1] first owned ids; the last is the number of entries.
void validate_offsets(std::span<const GlobalIndex> offsets) {
  if (offsets.empty() || !std::is_sorted(offsets.begin(), offsets.end()) || offsets.front() != 0)
    refuse("the ranges owned by the ranks do not follow one another from 0");
}

void validate_ghosts(std::span<const GlobalIndex> offsets, int part, std::span<const GlobalIndex> ghosts,
                     GhostIds kind) {
  const auto begin = offsets[static_cast<std::size_t>(part)],
             end = offsets[static_cast<std::size_t>(part) + 1];
  for (std::size_t k = 0; k < ghosts.size(); ++k) {
    const GlobalIndex id = ghosts[k];
    if (id < 0 || id >= offsets.back())
      refuse("ghost id " + std::to_string(id) + " is outside 0.." + std::to_string(offsets.back() - 1));
    const bool foreign = kind == GhostIds::foreign;
    if (foreign && id >= begin && id < end)
      refuse("ghost id " + std::to_string(id) + " is owned by the rank itself");
    if (k > 0 && (foreign ? ghosts[k - 1] >= id : ghosts[k - 1] > id))
      refuse("ghost ids do not ascend at " + std::to_string(id));
  }
}

// [P] ghosts owned by each part. Empty parts own nothing, so the last part that begins at or before an id
// owns it.
std::vector<GlobalIndex> count_by_owner(std::span<const GlobalIndex> offsets,
                                        std::span<const GlobalIndex> ghosts) {
  std::vector<GlobalIndex> counts(offsets.size() - 1, 0);
  for (auto first = ghosts.begin(); first != ghosts.end();) {
    const auto owner_end = std::upper_bound(offsets.begin(), offsets.end(), *first);
    const auto last = std::lower_bound(first, ghosts.end(), *owner_end);
    counts[static_cast<std::size_t>(owner_end - offsets.begin()) - 1] = last - first;
    first = last;
  }
  return counts;
}

// requested: ids that other ranks need, grouped by rank; both counts are [P].
ExchangePlan assemble(int self, GlobalIndex owned_begin, LocalIndex n_owned,
                      std::span<const GlobalIndex> ghost_counts, std::span<const GlobalIndex> requested,
                      std::span<const GlobalIndex> requested_counts) {
  std::vector<Neighbour> neighbours;
  LocalIndex send = 0, receive = 0;
  for (std::size_t rank = 0; rank < ghost_counts.size(); ++rank) {
    const auto sends = static_cast<LocalIndex>(requested_counts[rank]);
    const auto receives = static_cast<LocalIndex>(ghost_counts[rank]);
    if (sends > 0 || receives > 0)
      neighbours.push_back({static_cast<int>(rank), send, send + sends, receive, receive + receives});
    send += sends;
    receive += receives;
  }
  std::vector<LocalIndex> send_indices(requested.size());
  std::transform(requested.begin(), requested.end(), send_indices.begin(),
                 [&](GlobalIndex id) { return static_cast<LocalIndex>(id - owned_begin); });
  return {self, n_owned, receive, std::move(neighbours), std::move(send_indices)};
}

}  // namespace

ExchangePlan::ExchangePlan(int rank, LocalIndex n_owned, LocalIndex n_ghost,
                           std::vector<Neighbour> neighbours, std::vector<LocalIndex> send_indices)
    : n_owned_(n_owned),
      n_ghost_(n_ghost),
      neighbours_(std::move(neighbours)),
      send_indices_(std::move(send_indices)) {
  const auto self = std::find_if(neighbours_.begin(), neighbours_.end(),
                                 [&](const Neighbour& n) { return n.rank == rank; });
  if (self != neighbours_.end()) {
    own_images_ = *self;
    neighbours_.erase(self);
  }
  messages_ = static_cast<int>(std::count_if(neighbours_.begin(), neighbours_.end(),
                                             [](const Neighbour& n) { return n.send_end > n.send_begin; }));
}

ExchangePlan build_exchange_plan(const Communicator& comm, GlobalIndex owned_begin, LocalIndex n_owned,
                                 std::span<const GlobalIndex> ghost_ids, GhostIds kind) {
  struct Range {
    GlobalIndex begin, end;
  };
  const auto ranges = all_gather_value(comm, Range{owned_begin, owned_begin + n_owned});
  std::vector<GlobalIndex> offsets{0};
  CollectiveGuard(comm).run([&] {
    for (const Range& range : ranges) {
      if (range.begin != offsets.back())
        refuse("the ranges owned by the ranks do not follow one another from 0");
      offsets.push_back(range.end);
    }
    validate_offsets(offsets);
    validate_ghosts(offsets, comm.rank(), ghost_ids, kind);
  });
  const auto ghost_counts = count_by_owner(offsets, ghost_ids);
  const auto requested = all_to_all_v(comm, ghost_ids, ghost_counts);
  return assemble(comm.rank(), owned_begin, n_owned, ghost_counts, requested.values, requested.counts);
}

std::vector<ExchangePlan> build_exchange_plans(std::span<const GlobalIndex> owner_offsets,
                                               const std::vector<std::vector<GlobalIndex>>& ghost_ids) {
  validate_offsets(owner_offsets);
  const std::size_t parts = owner_offsets.size() - 1;
  if (ghost_ids.size() != parts) refuse("there are not as many lists of ghosts as parts");

  struct Request {
    std::size_t part;
    std::span<const GlobalIndex> ids;
  };
  std::vector<std::vector<Request>> requests(parts);
  for (std::size_t part = 0; part < parts; ++part) {
    validate_ghosts(owner_offsets, static_cast<int>(part), ghost_ids[part], GhostIds::foreign);
    const auto ghost_counts = count_by_owner(owner_offsets, ghost_ids[part]);
    std::size_t begin = 0;
    for (std::size_t owner = 0; owner < parts; ++owner) {
      const auto count = static_cast<std::size_t>(ghost_counts[owner]);
      if (count > 0) requests[owner].push_back({part, std::span(ghost_ids[part]).subspan(begin, count)});
      begin += count;
    }
  }

  std::vector<ExchangePlan> plans;
  for (std::size_t part = 0; part < parts; ++part) {
    std::vector<GlobalIndex> requested, requested_counts(parts, 0);
    for (const Request& request : requests[part]) {
      requested.insert(requested.end(), request.ids.begin(), request.ids.end());
      requested_counts[request.part] = static_cast<GlobalIndex>(request.ids.size());
    }
    const auto n_owned = static_cast<LocalIndex>(owner_offsets[part + 1] - owner_offsets[part]);
    plans.push_back(assemble(static_cast<int>(part), owner_offsets[part], n_owned,
                             count_by_owner(owner_offsets, ghost_ids[part]), requested, requested_counts));
  }
  return plans;
}

}  // namespace trireme::comm
