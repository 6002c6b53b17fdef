// SPDX-License-Identifier: Apache-2.0
// Deals items of known costs out to places, ranks or whole nodes, so that none is busy much longer than the
// others and each has the memory for what it gets. Called by the planner. Local; the same for the same
// arguments.
#pragma once

#include <cstdint>
#include <vector>

namespace trireme::dlrm {

struct Items {
  std::vector<double> seconds;
  std::vector<std::int64_t> bytes;  // [as many]
};

struct Places {
  std::vector<double> seconds;     // that a place is busy already
  std::vector<double> speed;       // of a node: its ranks
  std::vector<std::int64_t> room;  // bytes; all items fit where it is unlimited_room
  static constexpr std::int64_t unlimited_room = std::int64_t{1} << 56;

  explicit Places(std::size_t n) : seconds(n, 0.0), speed(n, 1.0), room(n, unlimited_room) {}
};

// The place of each item. Greedy: the next costliest goes where it ends first. Differencing: Karmarkar and
// Karp, "The differencing method of set partitioning", 1982, for n_places sets of equal, empty places.
std::vector<int> place_greedily(const std::vector<double>& costs, const Places& places);
std::vector<int> place_by_differencing(const std::vector<double>& costs, int n_places);
// By memory: the next largest goes where it ends first among the places with room for it, or to the one with
// most room where there is none.
std::vector<int> place_by_room(const Items& items, const Places& places);

// The best of these by the time at which the last place ends: of those that fit, or of all where none does.
std::vector<int> best_placement(const Items& items, const Places& places);

}  // namespace trireme::dlrm
