// SPDX-License-Identifier: Apache-2.0
#include "amg/coarsen/pmis.hpp"

#include <algorithm>
#include <vector>

#include "amg/kernels/pmis.hpp"
#include "amg/matrix/ghost_numbering.hpp"
#include "amg/matrix/row_parts.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/comm/halo_exchange.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::amg {
namespace {

using kernels::PointState;

constexpr int random_bits = 40;

class PmisSplitting {
 public:
  explicit PmisSplitting(const CouplingGraph& graph)
      : graph_(graph),
        strong_(*graph.strong),
        numbering_(*graph.points, graph.ghosts),
        bounds_(row_parts(graph.work)),
        undecided_(bounds_.size() - 1),
        states_(static_cast<std::size_t>(numbering_.n_local())),
        weights_(states_.size()),
        numbers_(states_.size()),
        state_exchange_(*graph.comm, graph.plan, 1),
        number_exchange_(*graph.comm, graph.plan, 1) {}

  // Weights, and the points that are decided from the start.
  void start(std::int64_t seed, const Array<std::int8_t>* first) {
    count_influenced();
    for_row_parts(bounds_, [&](int part, LocalIndex begin, LocalIndex end) {
      auto& undecided = undecided_[static_cast<std::size_t>(part)];
      undecided.reserve(static_cast<std::size_t>(end - begin));
      for (LocalIndex point = begin; point < end; ++point) {
        const bool is_first = first != nullptr && (*first)[static_cast<std::size_t>(point)] != 0;
        if (start_point(point, is_first, seed) == PointState::undecided) undecided.push_back(point);
      }
    });
    comm::HaloExchange<std::uint64_t>(*graph_.comm, graph_.plan, 1).start(weights_).finish();
    state_exchange_.start(states_).finish();
    if (first != nullptr) decide_dependent();
  }

  bool is_done() const {
    GlobalIndex left = 0;
    for (const auto& points : undecided_) left += static_cast<GlobalIndex>(points.size());
    return comm::all_sum(*graph_.comm, left) == 0;
  }

  // Points heavier than all undecided points they are strongly coupled to become coarse; those that depend on
  // these become fine.
  void round() {
    auto& lost = numbers_;
    for_undecided([&](std::vector<LocalIndex>& points) {
      for (const LocalIndex point : points) lost[static_cast<std::size_t>(point)] = 0;
    });
    std::fill(lost.begin() + numbering_.n_owned(), lost.end(), 0);
    for_undecided([&](std::vector<LocalIndex>& points) {
      kernels::knock_out_lighter(strong_, weights_.data(), numbering_, points, lost.data());
    });
    number_exchange_.start_reverse_add(lost).finish();
    for_undecided([&](std::vector<LocalIndex>& points) {
      for (const LocalIndex point : points)
        if (lost[static_cast<std::size_t>(point)] == 0)
          states_[static_cast<std::size_t>(point)] = PointState::coarse;
    });
    state_exchange_.start(states_).finish();
    decide_dependent();
  }

  Array<PointType> types() const {
    Array<PointType> types(states_.size());
    threads::parallel_for(states_.size(),
                          [&](std::size_t i) { types[i] = static_cast<PointType>(states_[i]); });
    return types;
  }

 private:
  // Undecided points that depend on a coarse one become fine; who is decided leaves the lists.
  void decide_dependent() {
    auto& dependent = numbers_;
    for_undecided([&](std::vector<LocalIndex>& points) {
      kernels::find_dependent(strong_, states_.data(), points, dependent.data());
    });
    for_undecided([&](std::vector<LocalIndex>& points) {
      std::erase_if(points, [&](LocalIndex point) {
        const auto p = static_cast<std::size_t>(point);
        if (states_[p] == PointState::undecided && dependent[p] != 0) states_[p] = PointState::fine;
        if (states_[p] != PointState::undecided) weights_[p] = 0;
        return states_[p] != PointState::undecided;
      });
    });
    state_exchange_.start(states_).finish();
    for (auto g = static_cast<std::size_t>(numbering_.n_owned()); g < states_.size(); ++g)
      if (states_[g] != PointState::undecided) weights_[g] = 0;
  }

  // numbers_: how many points each one strongly influences, those of other ranks included.
  void count_influenced() {
    threads::parallel_for(numbers_.size(), [&](std::size_t i) { numbers_[i] = 0; });
    const int last = static_cast<int>(bounds_.size()) - 2;
    for (const auto where : {kernels::CountWhere::inside, kernels::CountWhere::outside})
      if (where == kernels::CountWhere::inside || last > 0)
        for_row_parts(bounds_, [&](int part, LocalIndex begin, LocalIndex end) {
          kernels::count_influenced(strong_, begin, end, begin, part == last ? numbering_.n_local() : end,
                                    where, numbers_.data());
        });
    number_exchange_.start_reverse_add(numbers_).finish();
  }

  PointState start_point(LocalIndex point, bool is_first, std::int64_t seed) {
    const auto p = static_cast<std::size_t>(point);
    const auto influenced = static_cast<std::uint64_t>(numbers_[p]);
    const auto id = static_cast<std::uint64_t>(numbering_.global(point));
    const std::uint64_t random = mix_bits(mix_bits(static_cast<std::uint64_t>(seed)) ^ id);
    PointState& state = states_[p];
    state = strong_.begin[p] == strong_.end[p] ? PointState::isolated
            : is_first                         ? PointState::coarse
            : influenced == 0                  ? PointState::fine
                                               : PointState::undecided;
    weights_[p] =
        state == PointState::undecided ? influenced << random_bits | random >> (64 - random_bits) : 0;
    return state;
  }

  template <class F>
  void for_undecided(F&& f) {
    for_row_parts(bounds_,
                  [&](int part, LocalIndex, LocalIndex) { f(undecided_[static_cast<std::size_t>(part)]); });
  }

  const CouplingGraph& graph_;
  const Pattern& strong_;
  ColumnNumbering numbering_;
  std::vector<LocalIndex> bounds_;
  std::vector<std::vector<LocalIndex>> undecided_;  // [parts]: ascending
  std::vector<PointState> states_;                  // [n_local], like the next two
  std::vector<std::uint64_t> weights_;              // 0: decided
  std::vector<std::int32_t> numbers_;
  comm::HaloExchange<PointState> state_exchange_;
  comm::HaloExchange<std::int32_t> number_exchange_;
};

}  // namespace

Array<PointType> pmis_coarsening(const CouplingGraph& graph, std::int64_t seed,
                                 const Array<std::int8_t>* first) {
  PmisSplitting splitting(graph);
  splitting.start(seed, first);
  while (!splitting.is_done()) splitting.round();
  return splitting.types();
}

}  // namespace trireme::amg
