// SPDX-License-Identifier: Apache-2.0
#include "amg/coarsen/hmis.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "amg/coarsen/pmis.hpp"
#include "amg/kernels/first_pass.hpp"
#include "amg/matrix/row_parts.hpp"
#include "solvers/comm/collective_guard.hpp"

namespace trireme::amg {
namespace {

using kernels::PointState;

// A thread's memory, as large as its largest block so far.
class BlockMemory {
 public:
  kernels::FirstPassScratch prepare(std::size_t points, std::size_t couplings) {
    const auto grow = [](Array<LocalIndex>& array, std::size_t size) {
      if (array.size() < size) array.resize(size);
      return array.data();
    };
    return {grow(dependents_begin_, points + 1),
            grow(dependents_, couplings),
            grow(measure_, points),
            grow(next_, points),
            grow(previous_, points),
            grow(head_, 2 * points + 1),
            grow(tail_, 2 * points + 1)};
  }

 private:
  Array<LocalIndex> dependents_begin_, dependents_, measure_, next_, previous_, head_, tail_;
};

// The same couplings with the columns of each row ascending, where they are not already: the first pass
// breaks ties by the order in which it meets points, which must not be that of a matrix's columns.
std::optional<Pattern> with_sorted_columns(const Pattern& strong, std::span<const LocalIndex> parts) {
  const LocalIndex* const columns = strong.columns.data();
  std::vector<char> is_sorted(parts.size() - 1, 1);
  for_row_parts(parts, [&](int part, LocalIndex begin, LocalIndex end) {
    char& sorted = is_sorted[static_cast<std::size_t>(part)];
    for (LocalIndex i = begin; i < end && sorted != 0; ++i)
      sorted = std::is_sorted(columns + strong.begin[i], columns + strong.end[i]) ? 1 : 0;
  });
  if (std::ranges::find(is_sorted, 0) == is_sorted.end()) return std::nullopt;
  std::optional<Pattern> sorted(strong);
  for_row_parts(parts, [&](int, LocalIndex begin, LocalIndex end) {
    for (LocalIndex i = begin; i < end; ++i)
      std::sort(sorted->columns.data() + strong.begin[i], sorted->columns.data() + strong.end[i]);
  });
  return sorted;
}

std::size_t couplings_of(const Pattern& strong, LocalIndex begin, LocalIndex end) {
  std::size_t sum = 0;
  for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
    sum += static_cast<std::size_t>(strong.end[i] - strong.begin[i]);
  return sum;
}

class BlockPasses {
 public:
  explicit BlockPasses(const CouplingGraph& graph)
      : parts_(row_parts(graph.work)),
        sorted_(with_sorted_columns(*graph.strong, parts_)),
        strong_(sorted_ ? *sorted_ : *graph.strong),
        n_points_(graph.n_points()),
        states_(static_cast<std::size_t>(n_points_) + graph.ghosts.size()),
        tentative_(states_.size()),
        kept_(static_cast<std::size_t>(n_points_)) {
    threads::parallel_for(states_.size(), [&](std::size_t i) {
      const bool isolated = i < kept_.size() && strong_.begin[i] == strong_.end[i];
      states_[i] = tentative_[i] = isolated ? PointState::isolated : PointState::undecided;
    });
  }

  // bounds [blocks + 1].
  void run(const std::vector<LocalIndex>& bounds) {
    std::copy_n(states_.begin(), n_points_, tentative_.begin());
    const int n_blocks = static_cast<int>(bounds.size()) - 1;
    threads::parallel_region([&](int thread, int n_threads) {
      BlockMemory memory;
      for (int block = thread; block < n_blocks; block += n_threads) {
        const LocalIndex begin = bounds[static_cast<std::size_t>(block)],
                         end = bounds[static_cast<std::size_t>(block) + 1];
        auto scratch =
            memory.prepare(static_cast<std::size_t>(end - begin), couplings_of(strong_, begin, end));
        kernels::first_pass(strong_, begin, end, tentative_.data(), scratch);
        kernels::keep_interior(strong_, begin, end, states_.data(), tentative_.data(), kept_.data());
      }
    });
    threads::parallel_for(n_points_, [&](LocalIndex i) {
      if (kept_[static_cast<std::size_t>(i)] != 0) states_[static_cast<std::size_t>(i)] = PointState::coarse;
    });
    for_row_parts(parts_, [&](int, LocalIndex begin, LocalIndex end) {
      kernels::settle_dependent(strong_, begin, end, states_.data(), tentative_.data());
    });
    std::swap(states_, tentative_);
  }

  // [n_points]: 1 for coarse points.
  Array<std::int8_t> coarse() {
    threads::parallel_for(kept_.size(),
                          [&](std::size_t i) { kept_[i] = states_[i] == PointState::coarse ? 1 : 0; });
    return std::move(kept_);
  }

 private:
  std::vector<LocalIndex> parts_;
  std::optional<Pattern> sorted_;
  const Pattern& strong_;
  LocalIndex n_points_;
  Array<PointState> states_, tentative_;  // [n_points + n_ghosts]; ghosts stay undecided
  Array<std::int8_t> kept_;
};

// From the middle of each block to that of the next.
std::vector<LocalIndex> shifted(const std::vector<LocalIndex>& bounds) {
  std::vector<LocalIndex> middles{0};
  for (std::size_t block = 0; block + 1 < bounds.size(); ++block)
    middles.push_back(bounds[block] + (bounds[block + 1] - bounds[block]) / 2);
  middles.push_back(bounds.back());
  return middles;
}

}  // namespace

Array<PointType> hmis_coarsening(const CouplingGraph& graph, std::int64_t seed, const HmisBlocks& blocks) {
  const LocalIndex n_blocks =
      std::clamp<LocalIndex>(graph.n_points() / blocks.min_rows, 1, blocks.max_blocks);
  const auto coarse = comm::CollectiveGuard(*graph.comm).run([&] {
    BlockPasses passes(graph);
    const auto bounds = threads::weighted_partition(graph.work, n_blocks);
    passes.run(bounds);
    if (n_blocks > 1) passes.run(shifted(bounds));
    return passes.coarse();
  });
  return pmis_coarsening(graph, seed, &coarse);
}

}  // namespace trireme::amg
