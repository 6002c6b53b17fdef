// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <vector>

#include "amg/kernels/first_pass.hpp"

namespace trireme::amg::kernels {
namespace {

class Splitting {
 public:
  Splitting(const Pattern& strong, LocalIndex begin, LocalIndex end, PointState* states)
      : strong_(strong), begin_(begin), end_(end), states_(states) {}

  void run() {
    for (LocalIndex i = begin_; i < end_; ++i) {
      if (!undecided(i)) continue;
      for (LocalIndex j = begin_; j < end_; ++j)
        if (depends(j, i)) measure_[i] += states_[j] == PointState::fine ? 2 : undecided(j) ? 1 : 0;
    }
    for (LocalIndex i = begin_; i < end_; ++i) {
      if (!undecided(i)) continue;
      if (measure_[i] == 0)
        make_fine(i);
      else
        lists_[measure_[i]].push_back(i);
    }
    for (LocalIndex i = best(); i >= 0; i = best()) {
      std::erase(lists_[measure_[i]], i);
      states_[i] = PointState::coarse;
      for (LocalIndex j = begin_; j < end_; ++j)
        if (undecided(j) && depends(j, i)) {
          std::erase(lists_[measure_[j]], j);
          make_fine(j);
        }
      for_influencing(i, [&](LocalIndex j) { change(j, -1); });
    }
  }

 private:
  bool undecided(LocalIndex i) const { return states_[i] == PointState::undecided; }
  bool depends(LocalIndex i, LocalIndex j) const {
    const auto row = strong_.columns.begin() + strong_.begin[i],
               row_end = strong_.columns.begin() + strong_.end[i];
    return std::find(row, row_end, j) != row_end;
  }
  template <class F>
  void for_influencing(LocalIndex i, F&& f) {
    for (LocalIndex k = strong_.begin[i]; k < strong_.end[i]; ++k) {
      const LocalIndex j = strong_.columns[k];
      if (j >= begin_ && j < end_ && undecided(j)) f(j);
    }
  }
  LocalIndex best() const {
    for (auto list = lists_.rbegin(); list != lists_.rend(); ++list)
      if (!list->second.empty()) return list->second.front();
    return -1;
  }
  void make_fine(LocalIndex i) {
    states_[i] = PointState::fine;
    for_influencing(i, [&](LocalIndex j) { change(j, 1); });
  }
  // Points that are in no list yet are entered later.
  void change(LocalIndex i, LocalIndex by) {
    const bool listed = std::erase(lists_[measure_[i]], i) > 0;
    measure_[i] += by;
    if (listed && measure_[i] > 0) lists_[measure_[i]].push_back(i);
    if (listed && measure_[i] == 0) make_fine(i);
  }

  const Pattern& strong_;
  LocalIndex begin_, end_;
  PointState* states_;
  std::map<LocalIndex, LocalIndex> measure_;
  std::map<LocalIndex, std::vector<LocalIndex>> lists_;  // by measure, in the order of entry
};

}  // namespace

void first_pass_reference(const Pattern& strong, LocalIndex begin, LocalIndex end, PointState* states) {
  Splitting(strong, begin, end, states).run();
}

void keep_interior_reference(const Pattern& strong, LocalIndex begin, LocalIndex end,
                             const PointState* states, const PointState* tentative, std::int8_t* kept) {
  for (LocalIndex i = begin; i < end; ++i) {
    const auto row = strong.columns.begin() + strong.begin[i],
               row_end = strong.columns.begin() + strong.end[i];
    const bool reaches_out = std::any_of(row, row_end, [&](LocalIndex j) {
      return !(j >= begin && j < end) && states[j] == PointState::undecided;
    });
    kept[i] = 0;
    if (states[i] == PointState::undecided && tentative[i] == PointState::coarse && !reaches_out) kept[i] = 1;
  }
}

void settle_dependent_reference(const Pattern& strong, LocalIndex begin, LocalIndex end,
                                const PointState* states, PointState* settled) {
  for (LocalIndex i = begin; i < end; ++i) {
    const auto row = strong.columns.begin() + strong.begin[i],
               row_end = strong.columns.begin() + strong.end[i];
    const bool depends =
        std::any_of(row, row_end, [&](LocalIndex j) { return states[j] == PointState::coarse; });
    settled[i] = depends && states[i] == PointState::undecided ? PointState::fine : states[i];
  }
}

}  // namespace trireme::amg::kernels
