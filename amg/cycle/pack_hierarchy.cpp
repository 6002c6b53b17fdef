// SPDX-License-Identifier: Apache-2.0
// The set-up of the solve phase: from a hierarchy of matrices to packed levels.
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "amg/cycle/multigrid_cycle.hpp"
#include "amg/matrix/local_rows.hpp"
#include "amg/matrix/row_parts.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::amg {
namespace {

// A coarsest level too large for a direct solution is smoothed at least as often.
constexpr int sweeps_in_place_of_solution = 4;

std::size_t size_with_ghosts(LocalIndex rows, LocalIndex ghosts) {
  return static_cast<std::size_t>(rows) + static_cast<std::size_t>(ghosts);
}

}  // namespace

template <class Value>
double MultigridCycle<Value>::scale_of(const MatrixView& matrix) {
  const LocalRows rows(matrix);
  const auto bounds = row_parts(matrix.diagonal.offsets);
  std::vector<double> largest_of_part(bounds.size(), 0.0);
  for_row_parts(bounds, [&](int part, LocalIndex begin, LocalIndex end) {
    double largest = 0;
    for (LocalIndex row = begin; row < end; ++row)
      largest = std::max(largest, std::abs(rows.diagonal_value(row)));
    largest_of_part[static_cast<std::size_t>(part)] = largest;
  });
  const double largest =
      comm::all_max(*matrix.comm, *std::max_element(largest_of_part.begin(), largest_of_part.end()));
  return largest > 0 && std::isfinite(largest) ? std::ldexp(1.0, -std::ilogb(largest)) : 1.0;
}

template <class Value>
MultigridCycle<Value>::MultigridCycle(const SetupHierarchy& hierarchy, const CycleOptions& options)
    : comm_(*hierarchy.levels.front().matrix.comm), options_(options), type_(options.cycle_type) {
  if constexpr (std::is_same_v<Value, float>) matrix_scale_ = scale_of(hierarchy.levels.front().matrix);
  pack(hierarchy, options);
}

template <class Value>
void MultigridCycle<Value>::pack(const SetupHierarchy& hierarchy, const CycleOptions& options) {
  const auto& setup = hierarchy.levels;
  const comm::CollectiveGuard guard(comm_);
  levels_.resize(setup.size());
  guard.run([&] {
    for (std::size_t l = 0; l < setup.size(); ++l) {
      levels_[l].order = make_row_order(
          setup[l].matrix, setup[l].points,
          {.most_blocks = options.smoother_blocks, .block_nonzeros = options.smoother_block_nonzeros},
          options.row_runs);
      levels_[l].n_rows = levels_[l].order.n_rows();
    }
  });
  for (std::size_t l = 0; l < setup.size(); ++l) {
    MultigridLevel<Value>& level = levels_[l];
    const MatrixView& matrix = setup[l].matrix;
    const bool coarsest = l + 1 == setup.size();
    if (coarsest && options.relax_type_coarse == Relaxation::gaussian_elimination &&
        matrix.rows->n_global() <= options.max_direct_size) {
      level.direct.emplace(matrix, matrix_scale_);
    } else {
      level.a = std::make_unique<LevelOperator<Value>>(
          comm_, guard.run([&] { return PackedMatrix<Value>(matrix, level.order, matrix_scale_); }));
      level.diagonals.emplace(*level.a);
      add_smoothers(l, options, matrix.rows->begin(), coarsest);
    }
    if (!coarsest) {
      const RowOrder& next = levels_[l + 1].order;
      level.interpolation.emplace(comm_, guard.run([&] {
        return PackedTransfer<Value>(setup[l].interpolation.view(), level.order.old_of_new, next.new_of_old);
      }));
      level.restriction.emplace(comm_, guard.run([&] {
        return PackedTransfer<Value>(setup[l].restriction.view(), next.old_of_new, level.order.new_of_old);
      }));
    }
  }
  guard.run([&] {
    for (std::size_t l = 0; l < setup.size(); ++l) {
      MultigridLevel<Value>& level = levels_[l];
      const LocalIndex from_finer = l == 0 ? 0 : levels_[l - 1].interpolation->packed().n_ghosts();
      const LocalIndex own = level.a ? level.a->matrix().n_ghosts() : 0;
      level.x.resize(size_with_ghosts(level.n_rows, std::max(own, from_finer)));
      level.b.resize(size_with_ghosts(level.n_rows, 0));
      level.r.resize(
          size_with_ghosts(level.n_rows, level.restriction ? level.restriction->packed().n_ghosts() : 0));
      if (level.direct) {
        level.direct_b.resize(level.b.size());
        level.direct_x.resize(level.b.size());
      }
      if (type_ == CycleType::k && l > 0 && level.a) {
        level.direction.resize(level.b.size());
        level.product.resize(level.b.size());
      }
      level.order.new_of_old = {};
    }
  });
}

template <class Value>
void MultigridCycle<Value>::add_smoothers(std::size_t l, const CycleOptions& options,
                                          GlobalIndex global_begin, bool coarsest) {
  MultigridLevel<Value>& level = levels_[l];
  const auto make = [&](std::optional<Smoother<Value>>& smoother, Relaxation method, int sweeps) {
    smoother.emplace(*level.a, *level.diagonals, method, sweeps, level.order.old_of_new, global_begin);
  };
  if (!coarsest) {
    make(level.down, options.relax_type_down, options.grid_sweeps_down);
    make(level.up, options.relax_type_up, options.grid_sweeps_up);
  } else if (options.relax_type_coarse == Relaxation::gaussian_elimination) {
    make(level.down, Relaxation::l1_symmetric,
         std::max(options.grid_sweeps_coarse, sweeps_in_place_of_solution));
  } else {
    make(level.down, options.relax_type_coarse, options.grid_sweeps_coarse);
  }
}

std::unique_ptr<Multigrid> make_multigrid(const SetupHierarchy& hierarchy, const CycleOptions& options) {
  options.validate();
  if (options.precision == Precision::fp32)
    return std::make_unique<MultigridCycle<float>>(hierarchy, options);
  return std::make_unique<MultigridCycle<double>>(hierarchy, options);
}

template double MultigridCycle<double>::scale_of(const MatrixView&);
template double MultigridCycle<float>::scale_of(const MatrixView&);
template void MultigridCycle<double>::add_smoothers(std::size_t, const CycleOptions&, GlobalIndex, bool);
template void MultigridCycle<float>::add_smoothers(std::size_t, const CycleOptions&, GlobalIndex, bool);
template MultigridCycle<double>::MultigridCycle(const SetupHierarchy&, const CycleOptions&);
template MultigridCycle<float>::MultigridCycle(const SetupHierarchy&, const CycleOptions&);

}  // namespace trireme::amg
