// SPDX-License-Identifier: Apache-2.0
// The runs of a level's matrix and their values, as kernels/stencil_runs.hpp describes them. Owned by
// PackedMatrix.
#pragma once

#include <span>
#include <vector>

#include "amg/cycle/row_order.hpp"
#include "amg/cycle/run_finder.hpp"
#include "amg/kernels/stencil_runs.hpp"
#include "amg/matrix/array.hpp"
#include "amg/matrix/distributed_matrix.hpp"

namespace trireme::amg {

// Value: double or float. Immutable.
template <class Value>
class StencilRuns {
 public:
  // shares: the blocks of each thread. scale multiplies every value before it is rounded to Value. There are
  // no runs where the order is not the matrix's own. Local; O(nonzeros).
  StencilRuns(const MatrixView& matrix, const RowOrder& order, std::span<const LocalIndex> shares,
              double scale);

  // Other values of the same pattern, in place. False if other rows form runs with them, and where a block
  // has runs of more shapes than are kept; the values are then undefined. Local; one pass over the matrix.
  bool refill(const MatrixView& matrix, const RowOrder& order, std::span<const LocalIndex> shares,
              double scale);

  StencilRunsView<Value> view() const;
  LocalIndex n_runs() const { return static_cast<LocalIndex>(runs_.size()); }
  std::size_t bytes() const;

 private:
  struct Side {
    std::vector<LocalIndex> shape_begin, near_begin, near_end, distances;
    Array<Value> values;
    RunSideView<Value> view() const {
      return {shape_begin.data(), near_begin.data(), near_end.data(), distances.data(), values.data()};
    }
    LocalIndex n_distances(LocalIndex shape) const {
      return shape_begin[static_cast<std::size_t>(shape) + 1] - shape_begin[static_cast<std::size_t>(shape)];
    }
    std::span<const LocalIndex> distances_of(LocalIndex shape) const {
      return std::span(distances).subspan(
          static_cast<std::size_t>(shape_begin[static_cast<std::size_t>(shape)]),
          static_cast<std::size_t>(n_distances(shape)));
    }
    std::size_t bytes() const;
  };
  // Distances ascending.
  struct Shape {
    std::vector<LocalIndex> inside, outside;
  };
  // The runs of one block, with its own shapes.
  struct Found {
    std::vector<StencilRun> runs;
    std::vector<Shape> shapes;
  };
  static Found find(RunFinder& finder, LocalIndex begin, LocalIndex end);
  void number(std::span<Found> found);
  void add_shape(const Shape& shape);
  // finder: has read the run's rows.
  void write(const RunFinder& finder, const StencilRun& run, double scale);
  void fill(const RowOrder& order, std::span<const LocalIndex> shares, const MatrixView& matrix,
            double scale);

  std::vector<LocalIndex> block_begin_;
  std::vector<StencilRun> runs_;
  Side lower_, upper_, outer_;
  LocalIndex n_outer_runs_ = 0;
};

}  // namespace trireme::amg
