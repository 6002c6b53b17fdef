// SPDX-License-Identifier: Apache-2.0
#include "amg/cycle/stencil_runs.hpp"

#include <algorithm>
#include <cstdint>

#include "amg/kernels/packed_rows.hpp"

namespace trireme::amg {
namespace {

// More would be looked through too often; a regular grid has a few dozen at its sides.
constexpr std::size_t most_shapes_of_block = 256;

}  // namespace

template <class Value>
StencilRuns<Value>::StencilRuns(const MatrixView& matrix, const RowOrder& order,
                                std::span<const LocalIndex> shares, double scale)
    : block_begin_(order.block_rows.size(), 0) {
  for (Side* side : {&lower_, &upper_, &outer_}) side->shape_begin = {0};
  if (!order.is_original) return;
  std::vector<Found> found(static_cast<std::size_t>(order.n_blocks()));
  for_each_block(shares, [&](LocalIndex block) {
    RunFinder finder(matrix);
    const auto b = static_cast<std::size_t>(block);
    found[b] = find(finder, order.block_rows[b], order.block_rows[b + 1]);
  });
  number(found);
  fill(order, shares, matrix, scale);
}

template <class Value>
auto StencilRuns<Value>::find(RunFinder& finder, LocalIndex begin, LocalIndex end) -> Found {
  Found found;
  for (LocalIndex first = begin; first + run_rows <= end; first += run_rows) {
    if (!finder.try_rows(begin, end, first)) continue;
    const auto is_this = [&](const Shape& shape) {
      return std::ranges::equal(shape.inside, finder.distances()) &&
             std::ranges::equal(shape.outside, finder.outer_distances());
    };
    // The run before is likely to have the same shape.
    LocalIndex shape = found.runs.empty() ? 0 : found.runs.back().shape;
    if (found.shapes.empty() || !is_this(found.shapes[static_cast<std::size_t>(shape)])) {
      const auto known = std::ranges::find_if(found.shapes, is_this);
      shape = static_cast<LocalIndex>(known - found.shapes.begin());
      if (known == found.shapes.end()) {
        if (found.shapes.size() == most_shapes_of_block) continue;
        const auto inside = finder.distances(), outside = finder.outer_distances();
        found.shapes.push_back({{inside.begin(), inside.end()}, {outside.begin(), outside.end()}});
      }
    }
    found.runs.push_back({first, shape, 0, 0, 0, -1});
  }
  return found;
}

template <class Value>
void StencilRuns<Value>::add_shape(const Shape& shape) {
  const auto middle = std::ranges::lower_bound(shape.inside, 0);
  lower_.distances.insert(lower_.distances.end(), shape.inside.begin(), middle);
  upper_.distances.insert(upper_.distances.end(), middle, shape.inside.end());
  outer_.distances.insert(outer_.distances.end(), shape.outside.begin(), shape.outside.end());
  for (Side* side : {&lower_, &upper_, &outer_}) {
    const auto begin = side->distances.begin() + side->shape_begin.back(), end = side->distances.end();
    const auto place = [&](auto at) { return static_cast<LocalIndex>(at - side->distances.begin()); };
    side->near_begin.push_back(place(std::lower_bound(begin, end, 1 - run_rows)));
    side->near_end.push_back(place(std::lower_bound(begin, end, run_rows)));
    side->shape_begin.push_back(place(end));
  }
}

// One numbering of all blocks' shapes and runs, and where the values of each run stand.
template <class Value>
void StencilRuns<Value>::number(std::span<Found> found) {
  LocalIndex lower = 0, upper = 0, outer = 0;
  for (std::size_t block = 0; block < found.size(); ++block) {
    const auto first_shape = static_cast<LocalIndex>(lower_.near_begin.size());
    for (const Shape& shape : found[block].shapes) add_shape(shape);
    for (const StencilRun& run : found[block].runs) {
      const LocalIndex shape = run.shape + first_shape;
      const bool has_outer = outer_.n_distances(shape) > 0;
      runs_.push_back({run.row, shape, lower, upper, outer, has_outer ? n_outer_runs_ : -1});
      lower += lower_.n_distances(shape);
      upper += upper_.n_distances(shape);
      outer += outer_.n_distances(shape);
      n_outer_runs_ += has_outer;
    }
    block_begin_[block + 1] = static_cast<LocalIndex>(runs_.size());
  }
  lower_.values.resize(static_cast<std::size_t>(lower) * run_rows);
  upper_.values.resize(static_cast<std::size_t>(upper) * run_rows);
  outer_.values.resize(static_cast<std::size_t>(outer) * run_rows);
}

template <class Value>
void StencilRuns<Value>::write(const RunFinder& finder, const StencilRun& run, double scale) {
  const auto values_of = [](Side& side, LocalIndex first_value) {
    return side.values.data() + static_cast<std::size_t>(first_value) * run_rows;
  };
  finder.write_lower(lower_.distances_of(run.shape), scale, values_of(lower_, run.lower));
  finder.write_upper(upper_.distances_of(run.shape), scale, values_of(upper_, run.upper));
  finder.write_outer(outer_.distances_of(run.shape), scale, values_of(outer_, run.outer));
}

template <class Value>
void StencilRuns<Value>::fill(const RowOrder& order, std::span<const LocalIndex> shares,
                              const MatrixView& matrix, double scale) {
  for_each_block(shares, [&](LocalIndex block) {
    RunFinder finder(matrix);
    const auto b = static_cast<std::size_t>(block);
    for (LocalIndex k = block_begin_[b]; k < block_begin_[b + 1]; ++k) {
      const StencilRun& run = runs_[static_cast<std::size_t>(k)];
      finder.read_rows(order.block_rows[b], order.block_rows[b + 1], run.row);
      write(finder, run, scale);
    }
  });
}

template <class Value>
bool StencilRuns<Value>::refill(const MatrixView& matrix, const RowOrder& order,
                                std::span<const LocalIndex> shares, double scale) {
  if (!order.is_original) return true;
  std::vector<std::int8_t> same(static_cast<std::size_t>(order.n_blocks()), 1);
  for_each_block(shares, [&](LocalIndex block) {
    RunFinder finder(matrix);
    const auto b = static_cast<std::size_t>(block);
    const LocalIndex begin = order.block_rows[b], end = order.block_rows[b + 1];
    LocalIndex k = block_begin_[b];
    for (LocalIndex first = begin; first + run_rows <= end; first += run_rows) {
      const bool was_run = k < block_begin_[b + 1] && runs_[static_cast<std::size_t>(k)].row == first;
      const bool is_run = was_run ? finder.try_again(begin, end, first) : finder.try_rows(begin, end, first);
      if (is_run != was_run) {
        same[b] = 0;
        return;
      }
      if (is_run) write(finder, runs_[static_cast<std::size_t>(k++)], scale);
    }
  });
  return std::ranges::find(same, 0) == same.end();
}

template <class Value>
StencilRunsView<Value> StencilRuns<Value>::view() const {
  return {block_begin_.data(), runs_.data(), lower_.view(), upper_.view(), outer_.view(), n_outer_runs_};
}

template <class Value>
std::size_t StencilRuns<Value>::Side::bytes() const {
  return (shape_begin.size() + near_begin.size() + near_end.size() + distances.size()) * sizeof(LocalIndex) +
         values.size() * sizeof(Value);
}

template <class Value>
std::size_t StencilRuns<Value>::bytes() const {
  return runs_.size() * sizeof(StencilRun) + lower_.bytes() + upper_.bytes() + outer_.bytes();
}

template class StencilRuns<double>;
template class StencilRuns<float>;

}  // namespace trireme::amg
