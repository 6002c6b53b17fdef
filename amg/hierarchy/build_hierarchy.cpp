// SPDX-License-Identifier: Apache-2.0
#include "amg/hierarchy/build_hierarchy.hpp"

#include <chrono>
#include <optional>
#include <variant>

#include <fmt/format.h>

#include "amg/aggregate/aggregation_level.hpp"
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

void validate(const MatrixView& matrix, const NodeSpace& node) {
  const auto rows = static_cast<std::size_t>(matrix.n_rows());
  const auto require = [](bool holds, const std::string& problem, const char* why) {
    if (!holds) throw Error(ErrorKind::input, problem, why);
  };
  require(node.block_size >= 1, fmt::format("the block size is {}", node.block_size),
          "a node has one unknown or more");
  require(node.space->count >= 1 &&
              node.space->values.size() == rows * static_cast<std::size_t>(node.space->count),
          fmt::format("the near-null space has {} values for {} vectors", node.space->values.size(),
                      node.space->count),
          "each vector needs one value for each row that this rank owns");
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

// What a family makes of a level: the splitting, where it has one, and the interpolation.
struct Coarsened {
  Array<PointType> points;
  DistributedMatrix interpolation;
};

// Why n_coarse rows are no level worth having, if so.
std::optional<CoarseningEnd> end_with(const MatrixView& matrix, GlobalIndex n_coarse,
                                      const SetupOptions& options) {
  if (n_coarse == 0) return CoarseningEnd::no_coarse_points;
  if (static_cast<double>(n_coarse) > options.stagnation * static_cast<double>(matrix.rows->n_global()))
    return CoarseningEnd::stagnation;
  return std::nullopt;
}

std::variant<Coarsened, CoarseningEnd> coarsen_by_points(const MatrixView& matrix,
                                                         const SetupOptions& options, RowWorkspace& workspace,
                                                         SetupTimes& times) {
  const auto couplings = timed(times.strength, [&] {
    return find_strong_couplings(matrix, {options.strength_threshold, options.max_row_sum});
  });
  auto types =
      timed(times.coarsening, [&] { return pmis_coarsening(matrix, couplings.strong, options.seed); });
  const auto coarse = timed(times.coarsening, [&] { return number_coarse_points(matrix, types); });
  if (const auto end = end_with(matrix, coarse.partition->n_global(), options)) return *end;
  Coarsened result;
  result.interpolation = timed(
      times.interpolation, [&] { return interpolate(matrix, couplings, types, coarse, options, workspace); });
  types.resize(static_cast<std::size_t>(matrix.n_rows()));
  result.points = std::move(types);
  return result;
}

// node: of the matrix; comes out as that of the coarse one.
std::variant<Coarsened, CoarseningEnd> coarsen_by_aggregates(const MatrixView& matrix,
                                                             const SetupOptions& options, NodeSpace& node,
                                                             SetupTimes& times) {
  auto level = timed(times.interpolation, [&] {
    return aggregation_level(matrix, node.block_size, *node.space, static_cast<std::uint64_t>(options.seed),
                             options.aggregation);
  });
  if (const auto end = end_with(matrix, level.interpolation.columns->n_global(), options)) return *end;
  node.block_size = node.space->count;
  node.space = std::move(level.coarse_space);
  return Coarsened{{}, std::move(level.interpolation)};
}

// Coarsens the last level, or says why not.
std::optional<CoarseningEnd> add_level(SetupHierarchy& hierarchy, const SetupOptions& options,
                                       NodeSpace& node, RowWorkspace& workspace) {
  SetupLevel& level = hierarchy.levels.back();
  const MatrixView& matrix = level.matrix;
  SetupTimes times;
  // 1. Coarse variables and how they are interpolated.
  auto coarsened = options.family == Family::classical ? coarsen_by_points(matrix, options, workspace, times)
                                                       : coarsen_by_aggregates(matrix, options, node, times);
  if (const auto* end = std::get_if<CoarseningEnd>(&coarsened)) return *end;
  level.points = std::move(std::get<Coarsened>(coarsened).points);
  level.interpolation = std::move(std::get<Coarsened>(coarsened).interpolation);

  // 2. The coarse matrix, and restriction.
  const MatrixView p = level.interpolation.view();
  auto parts = timed(times.transpose, [&] { return transpose_parts(p); });
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

// One constant vector for each unknown of a node.
NearNullSpace constants(const MatrixView& matrix, int block_size) {
  NearNullSpace space{block_size, {}};
  const auto width = static_cast<std::size_t>(block_size), n = static_cast<std::size_t>(matrix.n_rows());
  space.values.assign(n * width, 0.0);
  for (std::size_t row = 0; row < n; ++row) space.values[row * width + row % width] = 1.0;
  return space;
}

}  // namespace

SetupHierarchy build_hierarchy(const MatrixView& matrix, const SetupOptions& options, NodeSpace node) {
  comm::CollectiveGuard(*matrix.comm).run([&] {
    validate(matrix, options);
    if (!node.space) node.space = constants(matrix, node.block_size);
    validate(matrix, node);
  });
  RowWorkspace workspace(static_cast<std::size_t>(threads::max_threads()));
  SetupHierarchy hierarchy;
  hierarchy.levels.reserve(static_cast<std::size_t>(options.max_levels));
  hierarchy.levels.emplace_back().matrix = matrix;
  for (std::optional<CoarseningEnd> end; !end;) {
    end = end_at(hierarchy.levels.back().matrix, hierarchy.levels.size(), options);
    if (!end) end = add_level(hierarchy, options, node, workspace);
    if (end) hierarchy.end = *end;
  }
  return hierarchy;
}

}  // namespace trireme::amg
