// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/parallel/placement.hpp"

#include <algorithm>
#include <numeric>
#include <queue>
#include <utility>

namespace trireme::dlrm {
namespace {

// Numbers of items in descending order of a value.
template <class Value>
std::vector<std::size_t> descending(const std::vector<Value>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
  return order;
}

// Where an item of this cost would end first, of the places that `may`; as many as there are places for none.
template <class May>
std::size_t earliest(double cost, const Places& places, const May& may) {
  const std::size_t n = places.seconds.size();
  std::size_t best = n;
  double least = 0;
  for (std::size_t p = 0; p < n; ++p) {
    const double end = (places.seconds[p] + cost) / places.speed[p];
    if (!may(p) || (best < n && end >= least)) continue;
    best = p;
    least = end;
  }
  return best;
}

struct Outcome {
  bool fits = true;
  double end = 0;  // of the last place
};

Outcome outcome_of(const std::vector<int>& place_of, const Items& items, Places places) {
  for (std::size_t i = 0; i < place_of.size(); ++i) {
    const auto p = static_cast<std::size_t>(place_of[i]);
    places.seconds[p] += items.seconds[i];
    places.room[p] -= items.bytes[i];
  }
  Outcome outcome;
  for (std::size_t p = 0; p < places.seconds.size(); ++p) {
    outcome.fits = outcome.fits && places.room[p] >= 0;
    outcome.end = std::max(outcome.end, places.seconds[p] / places.speed[p]);
  }
  return outcome;
}

}  // namespace

std::vector<int> place_greedily(const std::vector<double>& costs, const Places& given) {
  Places places = given;
  std::vector<int> place_of(costs.size(), 0);
  for (const std::size_t item : descending(costs)) {
    const std::size_t p = earliest(costs[item], places, [](std::size_t) { return true; });
    place_of[item] = static_cast<int>(p);
    places.seconds[p] += costs[item];
  }
  return place_of;
}

std::vector<int> place_by_differencing(const std::vector<double>& costs, int n_places) {
  // A partial answer: sets in descending order of their sums, of which only differences matter.
  struct Part {
    double sum = 0;
    std::vector<std::size_t> items;
  };
  struct Partial {
    std::vector<Part> parts;
    std::size_t number = 0;  // which of equals comes first
    double spread() const { return parts.front().sum - parts.back().sum; }
  };
  const auto is_narrower = [](const Partial& a, const Partial& b) {
    return a.spread() != b.spread() ? a.spread() < b.spread() : a.number > b.number;
  };
  std::priority_queue<Partial, std::vector<Partial>, decltype(is_narrower)> partials(is_narrower);
  std::size_t number = 0;
  for (std::size_t item = 0; item < costs.size(); ++item) {
    Partial partial;
    partial.parts.resize(static_cast<std::size_t>(n_places));
    partial.parts.front() = {costs[item], {item}};
    partial.number = number++;
    partials.push(std::move(partial));
  }
  while (partials.size() > 1) {
    Partial a = partials.top();
    partials.pop();
    Partial b = partials.top();
    partials.pop();
    const std::size_t n = a.parts.size();
    for (std::size_t k = 0; k < n; ++k) {
      Part& small = b.parts[n - 1 - k];
      a.parts[k].sum += small.sum;
      a.parts[k].items.insert(a.parts[k].items.end(), small.items.begin(), small.items.end());
    }
    std::stable_sort(a.parts.begin(), a.parts.end(),
                     [](const Part& x, const Part& y) { return x.sum > y.sum; });
    a.number = number++;
    partials.push(std::move(a));
  }
  std::vector<int> place_of(costs.size(), 0);
  if (partials.empty()) return place_of;
  for (std::size_t p = 0; p < partials.top().parts.size(); ++p)
    for (const std::size_t item : partials.top().parts[p].items) place_of[item] = static_cast<int>(p);
  return place_of;
}

std::vector<int> place_by_room(const Items& items, const Places& given) {
  Places places = given;
  std::vector<int> place_of(items.seconds.size(), 0);
  for (const std::size_t item : descending(items.bytes)) {
    std::size_t p = earliest(items.seconds[item], places,
                             [&](std::size_t at) { return places.room[at] >= items.bytes[item]; });
    if (p == places.room.size())
      p = static_cast<std::size_t>(std::max_element(places.room.begin(), places.room.end()) -
                                   places.room.begin());
    place_of[item] = static_cast<int>(p);
    places.seconds[p] += items.seconds[item];
    places.room[p] -= items.bytes[item];
  }
  return place_of;
}

std::vector<int> best_placement(const Items& items, const Places& places) {
  const auto n_places = static_cast<int>(places.seconds.size());
  std::vector<int> best = place_greedily(items.seconds, places);
  Outcome of_best = outcome_of(best, items, places);
  std::vector<int> others[] = {place_by_differencing(items.seconds, n_places), place_by_room(items, places)};
  for (std::vector<int>& other : others) {
    const Outcome outcome = outcome_of(other, items, places);
    if (outcome.fits != of_best.fits ? !outcome.fits : outcome.end >= of_best.end) continue;
    best = std::move(other);
    of_best = outcome;
  }
  return best;
}

}  // namespace trireme::dlrm
