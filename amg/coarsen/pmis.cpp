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
  PmisSplitting(const MatrixView& matrix, const Pattern& strong)
      : matrix_(matrix),
        strong_(strong),
        numbering_(*matrix.columns, matrix.ghost_columns),
        bounds_(row_parts(matrix.diagonal.offsets)),
        undecided_(bounds_.size() - 1),
        states_(static_cast<std::size_t>(numbering_.n_local())),
        weights_(states_.size()),
        numbers_(states_.size()),
        state_exchange_(*matrix.comm, matrix.plan, 1),
        number_exchange_(*matrix.comm, matrix.plan, 1) {}

  // Weights, and the points that are decided from the start.
  void start(std::int64_t seed) {
    count_influenced();
    for_row_parts(bounds_, [&](int part, LocalIndex begin, LocalIndex end) {
      auto& undecided = undecided_[static_cast<std::size_t>(part)];
      undecided.reserve(static_cast<std::size_t>(end - begin));
      for (LocalIndex point = begin; point < end; ++point)
        if (start_point(point, seed) == PointState::undecided) undecided.push_back(point);
    });
    comm::HaloExchange<std::uint64_t>(*matrix_.comm, matrix_.plan, 1).start(weights_).finish();
    state_exchange_.start(states_).finish();
  }

  bool is_done() const {
    GlobalIndex left = 0;
    for (const auto& points : undecided_) left += static_cast<GlobalIndex>(points.size());
    return comm::all_sum(*matrix_.comm, left) == 0;
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

  Array<PointType> types() const {
    Array<PointType> types(states_.size());
    threads::parallel_for(states_.size(),
                          [&](std::size_t i) { types[i] = static_cast<PointType>(states_[i]); });
    return types;
  }

 private:
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

  PointState start_point(LocalIndex point, std::int64_t seed) {
    const auto p = static_cast<std::size_t>(point);
    const auto influenced = static_cast<std::uint64_t>(numbers_[p]);
    const auto id = static_cast<std::uint64_t>(numbering_.global(point));
    const std::uint64_t random = mix_bits(mix_bits(static_cast<std::uint64_t>(seed)) ^ id);
    PointState& state = states_[p];
    state = strong_.begin[p] == strong_.end[p] ? PointState::isolated
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

  const MatrixView& matrix_;
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

Array<PointType> pmis_coarsening(const MatrixView& matrix, const Pattern& strong, std::int64_t seed) {
  PmisSplitting splitting(matrix, strong);
  splitting.start(seed);
  while (!splitting.is_done()) splitting.round();
  return splitting.types();
}

}  // namespace trireme::amg
