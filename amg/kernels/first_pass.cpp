// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/first_pass.hpp"

#include <algorithm>

namespace trireme::amg::kernels {
namespace {

constexpr LocalIndex none = -1, absent = -2;

// Points are counted from the block's first; of those of equal measure there is a linked list.
class BlockSplitting {
 public:
  BlockSplitting(const Pattern& strong, LocalIndex begin, LocalIndex end, PointState* states,
                 FirstPassScratch& scratch)
      : strong_(strong), begin_(begin), n_(end - begin), states_(states + begin), s_(scratch) {}

  void run() {
    find_dependents();
    LocalIndex largest = 0;
    for (LocalIndex i = 0; i < n_; ++i) largest = std::max(largest, bound_of(i));
    std::fill(s_.head, s_.head + largest + 1, none);
    std::fill(s_.next, s_.next + n_, absent);
    for (LocalIndex i = 0; i < n_; ++i) {
      if (!is_undecided(i)) continue;
      if (s_.measure[i] == 0)
        make_fine(i);
      else
        enter(i);
    }
    for (; top_ > 0; --top_)
      while (s_.head[top_] != none) make_coarse(s_.head[top_]);
  }

 private:
  bool is_undecided(LocalIndex i) const { return states_[i] == PointState::undecided; }
  LocalIndex row_begin(LocalIndex i) const { return strong_.begin[begin_ + i]; }
  LocalIndex row_end(LocalIndex i) const { return strong_.end[begin_ + i]; }

  // f(k) for the undecided points of the block that strongly influence i.
  template <class F>
  void for_influencing(LocalIndex i, F&& f) {
    const LocalIndex* const columns = strong_.columns.data();
    for (LocalIndex k = row_begin(i), end = row_end(i); k < end; ++k) {
      const LocalIndex j = columns[k] - begin_;
      if (j >= 0 && j < n_ && is_undecided(j)) f(j);
    }
  }

  // The undecided points that depend on each point, and the measures. Counts are summed one place ahead, so
  // that filling leaves each row's begin where it belongs.
  void find_dependents() {
    std::fill(s_.dependents_begin, s_.dependents_begin + n_ + 1, 0);
    std::fill(s_.measure, s_.measure + n_, 0);
    for (LocalIndex i = 0; i < n_; ++i) {
      if (states_[i] == PointState::fine) for_influencing(i, [&](LocalIndex j) { s_.measure[j] += 2; });
      if (is_undecided(i)) for_influencing(i, [&](LocalIndex j) { ++s_.dependents_begin[j]; });
    }
    LocalIndex sum = 0;
    for (LocalIndex i = 0; i < n_; ++i) {
      s_.measure[i] += s_.dependents_begin[i];
      sum += s_.dependents_begin[i];
      s_.dependents_begin[i] = sum;
    }
    s_.dependents_begin[n_] = sum;
    for (LocalIndex i = n_ - 1; i >= 0; --i)
      if (is_undecided(i))
        for_influencing(i, [&](LocalIndex j) { s_.dependents[--s_.dependents_begin[j]] = i; });
  }
  // No measure gets larger: each dependent counts 2 when it is fine.
  LocalIndex bound_of(LocalIndex i) const {
    return s_.measure[i] + s_.dependents_begin[i + 1] - s_.dependents_begin[i];
  }

  void enter(LocalIndex i) {
    const LocalIndex measure = s_.measure[i];
    top_ = std::max(top_, measure);
    s_.next[i] = none;
    s_.previous[i] = s_.head[measure] == none ? none : s_.tail[measure];
    (s_.head[measure] == none ? s_.head[measure] : s_.next[s_.tail[measure]]) = i;
    s_.tail[measure] = i;
  }
  void leave(LocalIndex i) {
    const LocalIndex measure = s_.measure[i], before = s_.previous[i], after = s_.next[i];
    (before == none ? s_.head[measure] : s_.next[before]) = after;
    (after == none ? s_.tail[measure] : s_.previous[after]) = before;
    s_.next[i] = absent;
  }

  void make_coarse(LocalIndex i) {
    leave(i);
    states_[i] = PointState::coarse;
    for (LocalIndex k = s_.dependents_begin[i]; k < s_.dependents_begin[i + 1]; ++k) {
      const LocalIndex j = s_.dependents[k];
      if (!is_undecided(j)) continue;
      leave(j);
      make_fine(j);
    }
    for_influencing(i, [&](LocalIndex j) { lower(j); });
  }
  void make_fine(LocalIndex i) {
    states_[i] = PointState::fine;
    for_influencing(i, [&](LocalIndex j) { raise(j); });
  }
  // Points have not entered yet while the lists are filled.
  void raise(LocalIndex i) {
    const bool listed = s_.next[i] != absent;
    if (listed) leave(i);
    ++s_.measure[i];
    if (listed) enter(i);
  }
  void lower(LocalIndex i) {
    leave(i);
    if (--s_.measure[i] == 0)
      make_fine(i);
    else
      enter(i);
  }

  const Pattern& strong_;
  LocalIndex begin_, n_;
  PointState* states_;  // of the block
  FirstPassScratch& s_;
  LocalIndex top_ = 0;  // no list above it
};

}  // namespace

void first_pass(const Pattern& strong, LocalIndex begin, LocalIndex end, PointState* states,
                FirstPassScratch& scratch) {
  BlockSplitting(strong, begin, end, states, scratch).run();
}

void keep_interior(const Pattern& strong, LocalIndex begin, LocalIndex end, const PointState* states,
                   const PointState* tentative, std::int8_t* kept) {
  const LocalIndex* const columns = strong.columns.data();
  for (LocalIndex i = begin; i < end; ++i) {
    bool keep = states[i] == PointState::undecided && tentative[i] == PointState::coarse;
    for (LocalIndex k = strong.begin[i]; keep && k < strong.end[i]; ++k) {
      const LocalIndex j = columns[k];
      keep = (j >= begin && j < end) || states[j] != PointState::undecided;
    }
    kept[i] = keep ? 1 : 0;
  }
}

void settle_dependent(const Pattern& strong, LocalIndex begin, LocalIndex end, const PointState* states,
                      PointState* settled) {
  const LocalIndex* const columns = strong.columns.data();
  for (LocalIndex i = begin; i < end; ++i) {
    settled[i] = states[i];
    if (states[i] != PointState::undecided) continue;
    for (LocalIndex k = strong.begin[i]; k < strong.end[i]; ++k)
      if (states[columns[k]] == PointState::coarse) {
        settled[i] = PointState::fine;
        break;
      }
  }
}

}  // namespace trireme::amg::kernels
