// SPDX-License-Identifier: Apache-2.0
#include "amg/hierarchy/build_hierarchy.hpp"

#include <chrono>
#include <optional>

#include "amg/coarsen/coarse_points.hpp"
#include "amg/coarsen/pmis.hpp"
#include "amg/interp/direct.hpp"
#include "amg/interp/extended.hpp"
#include "amg/matrix/row_workspace.hpp"
#include "amg/matrix/transpose.hpp"
#include "amg/rap/galerkin_product.hpp"
#include "amg/strength/strong_couplings.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/threads/thread_count.hpp"

namespace trireme::amg {
namespace {

// Adds what a step takes to a counter of SetupTimes.
template <class F>
auto timed(double& seconds, F&& step) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  auto result = step();
  seconds += std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

void validate(const MatrixView& matrix, const SetupOptions& options) {
  options.validate();
  const auto require = [](bool holds, const char* why) {
    if (!holds) throw Error(ErrorKind::input, "the matrix cannot be coarsened", why);
  };
  require(matrix.rows == matrix.columns, "its rows and columns are not of the same space");
  require(matrix.diagonal.offsets.size() == static_cast<std::size_t>(matrix.rows->n_owned()) + 1 &&
              matrix.off_diagonal.offsets.size() == matrix.diagonal.offsets.size(),
          "its parts do not have one row for each entry that this rank owns");
  require(GlobalIndex{matrix.diagonal.n_nonzeros()} + matrix.off_diagonal.n_nonzeros() <= 2147483647,
          "it has more nonzeros on one rank than 32-bit offsets can count");
}

DistributedMatrix interpolate(const MatrixView& matrix, const StrongCouplings& couplings,
                              std::span<const PointType> types, const CoarsePoints& coarse,
                              const SetupOptions& options, RowWorkspace& workspace) {
  const kernels::RowTruncation truncation{options.truncation, options.max_per_row};
  if (options.interpolation == InterpolationKind::direct)
    return direct_interpolation(matrix, couplings, types, coarse, truncation, workspace);
  const auto back = options.interpolation == InterpolationKind::extended_i ? kernels::ConnectionBack::with
                                                                           : kernels::ConnectionBack::without;
  return extended_interpolation(matrix, couplings, types, coarse, back, truncation, workspace);
}

// Why the level stays the coarsest, if that can be seen from its size alone.
std::optional<CoarseningEnd> end_at(const MatrixView& matrix, std::size_t levels,
                                    const SetupOptions& options) {
  if (matrix.rows->n_global() <= options.coarse_size) return CoarseningEnd::coarse_size;
  if (levels >= static_cast<std::size_t>(options.max_levels)) return CoarseningEnd::max_levels;
  return std::nullopt;
}

// Coarsens the last level, or says why not.
std::optional<CoarseningEnd> add_level(SetupHierarchy& hierarchy, const SetupOptions& options,
                                       RowWorkspace& workspace) {
  SetupLevel& level = hierarchy.levels.back();
  const MatrixView& matrix = level.matrix;
  SetupTimes times;
  // 1. Strength and splitting.
  const auto couplings = timed(times.strength, [&] {
    return find_strong_couplings(matrix, {options.strength_threshold, options.max_row_sum});
  });
  auto types =
      timed(times.coarsening, [&] { return pmis_coarsening(matrix, couplings.strong, options.seed); });
  const auto coarse = timed(times.coarsening, [&] { return number_coarse_points(matrix, types); });
  const GlobalIndex n_coarse = coarse.partition->n_global();
  if (n_coarse == 0) return CoarseningEnd::no_coarse_points;
  if (static_cast<double>(n_coarse) > options.stagnation * static_cast<double>(matrix.rows->n_global()))
    return CoarseningEnd::stagnation;

  // 2. Transfer operators.
  level.interpolation = timed(
      times.interpolation, [&] { return interpolate(matrix, couplings, types, coarse, options, workspace); });
  const MatrixView p = level.interpolation.view();
  auto parts = timed(times.transpose, [&] { return transpose_parts(p); });
  types.resize(static_cast<std::size_t>(matrix.n_rows()));
  level.points = std::move(types);

  // 3. The coarse matrix.
  SetupLevel next;
  next.owned = timed(times.product, [&] {
    return galerkin_product(matrix, p, parts.owned_rows.view(), parts.ghost_rows.view(), options.product,
                            workspace);
  });
  level.restriction = timed(times.transpose, [&] {
    return complete_transpose(p, std::move(parts.owned_rows), parts.ghost_rows.view());
  });
  hierarchy.times.push_back(times);
  hierarchy.levels.push_back(std::move(next));
  hierarchy.levels.back().matrix = hierarchy.levels.back().owned.view();
  return std::nullopt;
}

}  // namespace

SetupHierarchy build_hierarchy(const MatrixView& matrix, const SetupOptions& options) {
  comm::CollectiveGuard(*matrix.comm).run([&] { validate(matrix, options); });
  RowWorkspace workspace(static_cast<std::size_t>(threads::max_threads()));
  SetupHierarchy hierarchy;
  hierarchy.levels.reserve(static_cast<std::size_t>(options.max_levels));
  hierarchy.levels.emplace_back().matrix = matrix;
  for (std::optional<CoarseningEnd> end; !end;) {
    end = end_at(hierarchy.levels.back().matrix, hierarchy.levels.size(), options);
    if (!end) end = add_level(hierarchy, options, workspace);
    if (end) hierarchy.end = *end;
  }
  return hierarchy;
}

}  // namespace trireme::amg
