// SPDX-License-Identifier: Apache-2.0
// One number for every edge, or quadrilateral, that the ranks name by its vertices: the same whichever ranks
// name it, and the same for any number of ranks. Called by refine_mesh, which puts a new point on each.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "meshes/partition/range_directory.hpp"
#include "solvers/base/types.hpp"
#include "solvers/comm/alltoall.hpp"
#include "solvers/comm/communicator.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::mesh {

// The vertices of an edge (K = 2) or a quadrilateral (K = 4), ascending.
template <std::size_t K>
using VertexKey = std::array<GlobalIndex, K>;

template <std::size_t K>
VertexKey<K> key_of(std::array<GlobalIndex, K> vertices) {
  std::sort(vertices.begin(), vertices.end());
  return vertices;
}

// Local. The distinct keys, ascending. O(n log n).
template <std::size_t K>
std::vector<VertexKey<K>> distinct_keys(std::vector<VertexKey<K>> keys) {
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

// Numbers ascend with the keys. A key is held by the rank that holds its first vertex, so every rank holds a
// contiguous range of numbers.
template <std::size_t K>
class KeyNumbering {
 public:
  // Collective. keys: those that this rank names, distinct and ascending; first_number: what the first gets.
  KeyNumbering(const comm::Communicator& comm, const RangeDirectory& points,
               std::span<const VertexKey<K>> keys, GlobalIndex first_number)
      : comm_(comm),
        points_(points),
        held_(distinct_keys(comm::all_to_all_v(comm, keys, counts(keys)).values)) {
    const auto n_held = static_cast<GlobalIndex>(held_.size());
    begin_ = first_number + comm::exclusive_scan_sum(comm, n_held);
    end_ = first_number + comm::all_sum(comm, n_held);
  }

  // Local. The keys held here, whose numbers are begin(), begin() + 1, ...; and where all numbers end.
  std::span<const VertexKey<K>> held() const { return held_; }
  GlobalIndex begin() const { return begin_; }
  GlobalIndex end() const { return end_; }

  // Collective. The numbers of distinct ascending keys; -1 for those that no rank named.
  std::vector<GlobalIndex> look_up(std::span<const VertexKey<K>> keys) const {
    const auto asked = comm::all_to_all_v(comm_, keys, counts(keys));
    std::vector<GlobalIndex> numbers;
    numbers.reserve(asked.values.size());
    for (const auto& key : asked.values) {
      const auto at = std::lower_bound(held_.begin(), held_.end(), key);
      numbers.push_back(at == held_.end() || *at != key ? -1 : begin_ + (at - held_.begin()));
    }
    return comm::all_to_all_v(comm_, std::span<const GlobalIndex>(numbers), asked.counts).values;
  }

 private:
  std::vector<GlobalIndex> counts(std::span<const VertexKey<K>> keys) const {
    std::vector<GlobalIndex> counts(static_cast<std::size_t>(comm_.size()), 0);
    for (const auto& key : keys) ++counts[static_cast<std::size_t>(points_.holder(key[0]))];
    return counts;
  }

  comm::Communicator comm_;
  const RangeDirectory& points_;
  std::vector<VertexKey<K>> held_;
  GlobalIndex begin_ = 0, end_ = 0;
};

// The numbers of the keys that one rank met, found again by key.
template <std::size_t K>
class KeyNumbers {
 public:
  // Collective. keys: distinct and ascending.
  KeyNumbers(const KeyNumbering<K>& numbering, std::vector<VertexKey<K>>&& keys)
      : keys_(std::move(keys)), numbers_(numbering.look_up(keys_)) {}

  // Local. -1 for a key that no rank named; the key must be one of those given. O(log n).
  GlobalIndex operator()(const VertexKey<K>& key) const {
    return numbers_[static_cast<std::size_t>(std::lower_bound(keys_.begin(), keys_.end(), key) -
                                             keys_.begin())];
  }

 private:
  std::vector<VertexKey<K>> keys_;
  std::vector<GlobalIndex> numbers_;
};

}  // namespace trireme::mesh
