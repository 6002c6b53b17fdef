// SPDX-License-Identifier: Apache-2.0
#include "amg/hierarchy/reusable_hierarchy.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "amg/aggregate/aggregation_level.hpp"
#include "amg/hierarchy/setup_timer.hpp"
#include "amg/interp/direct.hpp"
#include "amg/interp/extended.hpp"
#include "amg/kernels/strong_mask.hpp"
#include "amg/matrix/pattern_hash.hpp"
#include "amg/matrix/regroup.hpp"
#include "amg/matrix/row_parts.hpp"
#include "amg/matrix/transpose.hpp"
#include "amg/rap/galerkin_product.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/threads/thread_count.hpp"

namespace trireme::amg {
namespace {

std::uint64_t node_space_hash(const NodeSpace& node) {
  std::uint64_t hash = mix_bits(static_cast<std::uint64_t>(node.block_size));
  if (node.space) {
    hash = mix_bits(hash ^ static_cast<std::uint64_t>(node.space->count));
    for (const double value : node.space->values) hash = mix_bits(hash ^ std::bit_cast<std::uint64_t>(value));
  }
  // Not to be taken for values of a space.
  if (node.functions) {
    hash = mix_bits(~hash);
    for (const LocalIndex function : *node.functions)
      hash = mix_bits(hash ^ static_cast<std::uint64_t>(function));
  }
  return hash;
}

// The matrix's diagonal, or nothing if an entry is not finite or its sign is not the kept one.
std::optional<Array<double>> usable_diagonal(const MatrixView& matrix, const Array<std::int8_t>& kept_signs) {
  const LocalRows rows(matrix);
  Array<double> diagonal(kept_signs.size());
  Array<std::int8_t> signs(kept_signs.size());
  const auto bounds = row_parts(matrix.diagonal.offsets);
  std::vector<std::int8_t> usable(bounds.size(), 1);
  for_row_parts(bounds, [&](int part, LocalIndex begin, LocalIndex end) {
    kernels::diagonal_signs(rows, begin, end, signs.data(), diagonal.data());
    bool all = true;
    for (auto row = static_cast<std::size_t>(begin); row < static_cast<std::size_t>(end); ++row)
      all = all && signs[row] == kept_signs[row] && std::isfinite(diagonal[row]);
    usable[static_cast<std::size_t>(part)] = all ? 1 : 0;
  });
  if (std::ranges::find(usable, 0) != usable.end()) return std::nullopt;
  return diagonal;
}

Pattern strong_pattern(const MatrixView& matrix, const Array<std::uint8_t>& mask) {
  const LocalRows rows(matrix);
  Pattern strong;
  strong.begin.resize(static_cast<std::size_t>(rows.n_rows));
  strong.end.resize(static_cast<std::size_t>(rows.n_rows));
  strong.columns.resize(static_cast<std::size_t>(matrix.diagonal.n_nonzeros()) +
                        static_cast<std::size_t>(matrix.off_diagonal.n_nonzeros()));
  for_row_parts(row_parts(matrix.diagonal.offsets), [&](int, LocalIndex begin, LocalIndex end) {
    kernels::pattern_of_mask(rows, mask.data(), begin, end, rows.offsets[begin] + rows.ghost_offsets[begin],
                             strong);
  });
  return strong;
}

bool same_pattern(const Csr& a, const Csr& b) {
  return a.offsets == b.offsets && a.columns == b.columns;
}

bool same_pattern(const DistributedMatrix& a, const DistributedMatrix& b) {
  return same_pattern(a.diagonal, b.diagonal) && same_pattern(a.off_diagonal, b.off_diagonal) &&
         a.ghost_columns == b.ghost_columns;
}

// Whether interpolation can be computed anew on every level.
bool all_levels_refill(const std::vector<LevelStructure>& structures) {
  return std::ranges::none_of(structures, [](const LevelStructure& structure) {
    return std::holds_alternative<std::monostate>(structure.interpolation);
  });
}

bool all_finite(std::span<const double> values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

std::size_t bytes_of(const Csr& matrix) {
  return (matrix.offsets.size() + matrix.columns.size()) * sizeof(LocalIndex) +
         matrix.values.size() * sizeof(double);
}

std::size_t bytes_of(const DistributedMatrix& matrix) {
  return bytes_of(matrix.diagonal) + bytes_of(matrix.off_diagonal);
}

}  // namespace

ReusableHierarchy::ReusableHierarchy(const SetupOptions& options) : options_(options) {
  options.validate();
}

void ReusableHierarchy::build(const MatrixView& matrix, const NodeSpace& node) {
  plans_.clear();
  structures_.clear();
  scaled_.reset();
  hierarchy_ = {};
  hierarchy_ =
      build_hierarchy(matrix, options_, node, options_.reuse == Reuse::none ? nullptr : &structures_);
  reusable_ = options_.reuse == Reuse::interpolation ||
              (options_.reuse == Reuse::structure && all_levels_refill(structures_));
  if (!reusable_) {
    structures_.clear();
    return;
  }
  plans_.resize(structures_.size());
  pattern_ = pattern_hash(matrix);
  node_space_ = node_space_hash(node);
  if (options_.reuse == Reuse::interpolation)
    comm::CollectiveGuard(*matrix.comm).run([&] { prepare_to_scale(matrix); });
}

void ReusableHierarchy::keep_weights(const MatrixView& matrix) {
  options_.reuse = Reuse::interpolation;
  prepare_to_scale(matrix);
}

void ReusableHierarchy::prepare_to_scale(const MatrixView& matrix) {
  // The form cf_permuted takes for granted that rows of coarse points hold a single 1.
  if (options_.product != ProductForm::cf_permuted && hierarchy_.levels.size() > 1) scaled_.emplace(matrix);
}

bool ReusableHierarchy::refill(const MatrixView& matrix, const NodeSpace& node) {
  const bool fits = reusable_ && !hierarchy_.levels.empty() &&
                    matrix.rows->n_owned() == hierarchy_.levels.front().matrix.rows->n_owned() &&
                    pattern_hash(matrix) == pattern_ && node_space_hash(node) == node_space_;
  if (!comm::all_of(*matrix.comm, fits)) return false;
  RowWorkspace workspace(static_cast<std::size_t>(threads::max_threads()));
  hierarchy_.levels.front().matrix = matrix;
  changed_interpolations_ = options_.reuse == Reuse::interpolation ? 0 : structures_.size();
  for (std::size_t l = 0; l + 1 < hierarchy_.levels.size(); ++l) {
    hierarchy_.times[l] = {};
    if (!refill_interpolation(l, workspace)) return false;
    refill_product(l, workspace);
  }
  return true;
}

bool ReusableHierarchy::refill_weights(const MatrixView& matrix, const StrongCouplings& couplings,
                                       const ClassicalStructure& kept, RowWorkspace& workspace,
                                       DistributedMatrix& p) const {
  if (options_.interpolation == InterpolationKind::direct)
    return refill_direct_interpolation(matrix, couplings, kept.types, kept.coarse, workspace, p);
  const auto back = options_.interpolation == InterpolationKind::extended_i
                        ? kernels::ConnectionBack::with
                        : kernels::ConnectionBack::without;
  return refill_extended_interpolation(matrix, couplings, kept.types, kept.coarse, back, workspace, p);
}

// Of level l. Whether it can be used, the same on every rank.
bool ReusableHierarchy::refill_interpolation(std::size_t l, RowWorkspace& workspace) {
  SetupLevel& level = hierarchy_.levels[l];
  SetupTimes& times = hierarchy_.times[l];
  const LevelStructure& kept = structures_[l];
  const MatrixView& matrix = level.matrix;
  const comm::CollectiveGuard guard(*matrix.comm);
  auto diagonal = timed(times.strength, [&] {
    return guard.run([&] { return usable_diagonal(matrix, kept.diagonal_signs); });
  });
  if (!comm::all_of(*matrix.comm, diagonal.has_value())) return false;
  if (options_.reuse == Reuse::interpolation) {
    if (l == 0 && scaled_ && timed(times.interpolation, [&] {
          return scaled_->fit(matrix, *diagonal, level.interpolation, level.restriction);
        }))
      changed_interpolations_ = 1;
    return true;
  }

  bool usable = true;
  if (const auto* classical = std::get_if<ClassicalStructure>(&kept.interpolation)) {
    StrongCouplings couplings;
    couplings.diagonal = std::move(*diagonal);
    couplings.strong = timed(
        times.strength, [&] { return guard.run([&] { return strong_pattern(matrix, classical->strong); }); });
    usable = timed(times.interpolation, [&] {
      // Weights are computed where the coarse points' rows are; the level may have been gathered onto fewer
      // ranks since.
      const auto columns = level.interpolation.columns;
      const bool gathered = columns != classical->coarse.partition;
      if (gathered)
        level.interpolation = with_column_owners(level.interpolation, classical->coarse.partition);
      const bool fits = refill_weights(matrix, couplings, *classical, workspace, level.interpolation);
      if (gathered) level.interpolation = with_column_owners(level.interpolation, columns);
      return fits;
    });
  } else if (const auto* aggregation = std::get_if<AggregationStructure>(&kept.interpolation)) {
    auto fresh = timed(times.interpolation, [&] {
      auto p = smooth_anew(matrix, *aggregation, options_.aggregation);
      const auto& columns = level.interpolation.columns;
      return p.columns->offsets == columns->offsets ? std::move(p) : with_column_owners(p, columns);
    });
    // A row may have become one that is not smoothed, or the reverse.
    usable = same_pattern(fresh, level.interpolation) && all_finite(fresh.diagonal.values) &&
             all_finite(fresh.off_diagonal.values);
    level.interpolation = std::move(fresh);
  } else {
    return true;
  }
  if (!comm::all_of(*matrix.comm, usable)) return false;
  const MatrixView p = level.interpolation.view();
  level.restriction = timed(times.transpose, [&] {
    auto parts = guard.run([&] { return transpose_parts(p); });
    return complete_transpose(p, std::move(parts.owned_rows), parts.ghost_rows.view());
  });
  return true;
}

// The matrix of level l + 1.
void ReusableHierarchy::refill_product(std::size_t l, RowWorkspace& workspace) {
  const SetupLevel& level = hierarchy_.levels[l];
  SetupLevel& next = hierarchy_.levels[l + 1];
  SetupTimes& times = hierarchy_.times[l];
  const MatrixView p = level.interpolation.view();
  const comm::CollectiveGuard guard(*level.matrix.comm);
  const Csr r_ghosts =
      timed(times.transpose, [&] { return guard.run([&] { return transpose_rows(p.off_diagonal); }); });
  const CsrView r_owned = level.restriction.diagonal.view();
  timed(times.product, [&] {
    if (options_.product == ProductForm::row_fused && options_.product_plan) {
      if (!plans_[l])
        plans_[l] = std::make_unique<ProductPlan>(level.matrix, p, r_owned, r_ghosts.view(), next.owned);
      plans_[l]->refill(level.matrix, p, r_owned, r_ghosts.view(), workspace, next.owned);
    } else {
      next.owned = galerkin_product(level.matrix, p, r_owned, r_ghosts.view(), options_.product, workspace);
    }
    return true;
  });
  next.matrix = next.owned.view();
}

void ReusableHierarchy::release_finest() {
  if (!reusable_) {
    hierarchy_ = {};
    return;
  }
  if (hierarchy_.levels.empty()) return;
  MatrixView& finest = hierarchy_.levels.front().matrix;
  finest.diagonal = finest.off_diagonal = {};
  finest.ghost_columns = {};
}

void ReusableHierarchy::bind_finest(const MatrixView& matrix) {
  if (!hierarchy_.levels.empty()) hierarchy_.levels.front().matrix = matrix;
}

std::size_t ReusableHierarchy::bytes() const {
  std::size_t bytes = plan_bytes() + (scaled_ ? scaled_->bytes() : 0);
  for (const LevelStructure& structure : structures_) bytes += structure.bytes();
  for (const SetupLevel& level : hierarchy_.levels)
    bytes += bytes_of(level.owned) + bytes_of(level.interpolation) + bytes_of(level.restriction) +
             level.points.size() * sizeof(PointType);
  return bytes;
}

std::size_t ReusableHierarchy::plan_bytes() const {
  std::size_t bytes = 0;
  for (const auto& plan : plans_)
    if (plan) bytes += plan->bytes();
  return bytes;
}

}  // namespace trireme::amg
