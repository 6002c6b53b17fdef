// SPDX-License-Identifier: Apache-2.0
// Who holds what when ids 0 .. n-1 lie in contiguous ranges, rank after rank: sends values to the holder of
// an id and looks values up there. Used by every step of the mesh distribution. All functions are collective
// unless said.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "solvers/base/types.hpp"
#include "solvers/comm/alltoall.hpp"
#include "solvers/comm/communicator.hpp"
#include "solvers/comm/gather.hpp"

namespace trireme::mesh {

class RangeDirectory {
 public:
  // This rank's range starts where the lower ranks' sizes end.
  RangeDirectory(const comm::Communicator& comm, GlobalIndex local_size) : comm_(comm) {
    offsets_.push_back(0);
    for (const GlobalIndex size : comm::all_gather_value(comm, local_size))
      offsets_.push_back(offsets_.back() + size);
  }

  // Local. The rank whose range holds id; and this rank's range.
  int holder(GlobalIndex id) const {
    return static_cast<int>(std::upper_bound(offsets_.begin(), offsets_.end(), id) - offsets_.begin()) - 1;
  }
  GlobalIndex begin() const { return offsets_[static_cast<std::size_t>(comm_.rank())]; }
  GlobalIndex local_size() const { return offsets_[static_cast<std::size_t>(comm_.rank()) + 1] - begin(); }
  GlobalIndex total() const { return offsets_.back(); }
  std::span<const GlobalIndex> offsets() const { return offsets_; }
  std::vector<GlobalIndex> sizes() const {
    std::vector<GlobalIndex> sizes;
    for (std::size_t rank = 0; rank + 1 < offsets_.size(); ++rank)
      sizes.push_back(offsets_[rank + 1] - offsets_[rank]);
    return sizes;
  }

  // Local. How many of the ascending ids each rank holds.
  std::vector<GlobalIndex> counts(std::span<const GlobalIndex> ascending_ids) const {
    std::vector<GlobalIndex> count(offsets_.size() - 1, 0);
    for (std::size_t rank = 0; rank < count.size(); ++rank) {
      const auto low = std::lower_bound(ascending_ids.begin(), ascending_ids.end(), offsets_[rank]);
      const auto high = std::lower_bound(low, ascending_ids.end(), offsets_[rank + 1]);
      count[rank] = high - low;
    }
    return count;
  }

  // held [local_size() * width]: this rank's values, by id. Returns the values of ascending_ids [n * width].
  // Cost: one exchange of the ids and one of the values.
  template <class T>
  std::vector<T> look_up(std::span<const T> held, std::span<const GlobalIndex> ascending_ids,
                         int width = 1) const {
    const auto asked = comm::all_to_all_v(comm_, ascending_ids, counts(ascending_ids));
    std::vector<T> answers;
    answers.reserve(asked.values.size() * static_cast<std::size_t>(width));
    for (const GlobalIndex id : asked.values) {
      const T* value = held.data() + (id - begin()) * width;
      answers.insert(answers.end(), value, value + width);
    }
    std::vector<GlobalIndex> answer_counts = asked.counts;
    for (GlobalIndex& count : answer_counts) count *= width;
    return comm::all_to_all_v(comm_, std::span<const T>(answers), answer_counts).values;
  }

  // values [n]: one for each of ascending_ids. Stores each at the id's holder; every id of the range must be
  // given by exactly one rank. Returns this rank's [local_size()].
  template <class T>
  std::vector<T> publish(std::span<const T> values, std::span<const GlobalIndex> ascending_ids) const {
    const auto send_counts = counts(ascending_ids);
    const auto ids = comm::all_to_all_v(comm_, ascending_ids, send_counts);
    const auto given = comm::all_to_all_v(comm_, values, send_counts);
    std::vector<T> held(static_cast<std::size_t>(local_size()));
    for (std::size_t k = 0; k < ids.values.size(); ++k) held[ids.values[k] - begin()] = given.values[k];
    return held;
  }

 private:
  comm::Communicator comm_;
  std::vector<GlobalIndex> offsets_;
};

}  // namespace trireme::mesh
