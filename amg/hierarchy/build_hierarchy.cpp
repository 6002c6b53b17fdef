// SPDX-License-Identifier: Apache-2.0
#include "amg/hierarchy/build_hierarchy.hpp"

#include <algorithm>
#include <optional>
#include <variant>

#include <fmt/format.h>

#include "amg/aggregate/aggregation_level.hpp"
#include "amg/coarsen/coarsening.hpp"
#include "amg/hierarchy/setup_timer.hpp"
#include "amg/interp/direct.hpp"
#include "amg/interp/extended.hpp"
#include "amg/interp/multipass.hpp"
#include "amg/interp/two_stage.hpp"
#include "amg/kernels/strong_mask.hpp"
#include "amg/matrix/regroup.hpp"
#include "amg/matrix/row_parts.hpp"
#include "amg/matrix/row_workspace.hpp"
#include "amg/matrix/transpose.hpp"
#include "amg/rap/galerkin_product.hpp"
#include "amg/strength/same_function.hpp"
#include "amg/strength/strong_couplings.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/threads/parallel_for.hpp"
#include "solvers/threads/thread_count.hpp"

namespace trireme::amg {
namespace {

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
  if (node.space)
    require(node.space->count >= 1 &&
                node.space->values.size() == rows * static_cast<std::size_t>(node.space->count),
            fmt::format("the near-null space has {} values for {} vectors", node.space->values.size(),
                        node.space->count),
            "each vector needs one value for each row that this rank owns");
  if (!node.functions) return;
  require(node.functions->size() == rows,
          fmt::format("{} rows have a function given", node.functions->size()),
          "each row that this rank owns needs one");
  require(std::ranges::all_of(*node.functions, [](LocalIndex function) { return function >= 0; }),
          "a row has a negative function", "functions are counted from 0");
  require(node.block_size == 1, fmt::format("functions are given and the block size is {}", node.block_size),
          "with functions given rows are no blocks");
}

DistributedMatrix interpolate(const MatrixView& matrix, const StrongCouplings& couplings,
                              std::span<const PointType> types, const CoarsePoints& coarse,
                              const SetupOptions& options, RowWorkspace& workspace) {
  const auto ties =
      options.coarsening == CoarseningKind::hmis ? kernels::Ties::middle : kernels::Ties::lower_id;
  const kernels::RowTruncation truncation{options.truncation, options.max_per_row, ties};
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

Array<std::uint8_t> mask_of(const MatrixView& matrix, const Pattern& strong) {
  const LocalRows rows(matrix);
  Array<std::uint8_t> mask(kernels::mask_bytes(rows));
  for_row_parts(row_parts(matrix.diagonal.offsets), [&](int, LocalIndex begin, LocalIndex end) {
    kernels::mask_of_pattern(rows, strong, begin, end, mask.data());
  });
  return mask;
}

Array<std::int8_t> signs_of(std::span<const double> diagonal) {
  Array<std::int8_t> signs(diagonal.size());
  threads::parallel_for(diagonal.size(), [&](std::size_t row) {
    signs[row] = static_cast<std::int8_t>((diagonal[row] > 0) - (diagonal[row] < 0));
  });
  return signs;
}

Array<std::int8_t> signs_of_diagonal(const MatrixView& matrix) {
  Array<std::int8_t> signs(static_cast<std::size_t>(matrix.n_rows()));
  for_row_parts(row_parts(matrix.diagonal.offsets), [&](int, LocalIndex begin, LocalIndex end) {
    kernels::diagonal_signs(LocalRows(matrix), begin, end, signs.data(), nullptr);
  });
  return signs;
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

// first: the splitting before the second one of an aggressive level.
DistributedMatrix interpolate_far(const MatrixView& matrix, const StrongCouplings& couplings,
                                  const Splitting& first, const Splitting& points,
                                  const AggressiveOptions& options, RowWorkspace& workspace) {
  const kernels::RowTruncation truncation{options.truncation, options.max_per_row, kernels::Ties::lower_id};
  if (options.interpolation == AggressiveInterpolation::multipass)
    return multipass_interpolation(matrix, couplings, points.types, points.coarse, truncation, workspace);
  return two_stage_interpolation(
      matrix, couplings, first, points,
      {options.stage_truncation, options.stage_max_per_row, kernels::Ties::lower_id}, truncation, workspace);
}

// Which function each row of a level is of; nothing for scalar problems.
using Functions = std::optional<Array<LocalIndex>>;

// functions: of the whole matrix's rows; come out as those of the coarse one's. level: from 0. structure,
// unless null: what the level leaves for refills.
std::variant<Coarsened, CoarseningEnd> coarsen_by_points(const MatrixView& whole, std::size_t level,
                                                         const SetupOptions& options, Functions& functions,
                                                         RowWorkspace& workspace, SetupTimes& times,
                                                         LevelStructure* structure) {
  const comm::CollectiveGuard guard(*whole.comm);
  DistributedMatrix blocks;
  if (functions) blocks = timed(times.strength, [&] { return same_function_couplings(whole, *functions); });
  const MatrixView matrix = functions ? blocks.view() : whole;
  const auto couplings = timed(times.strength, [&] {
    return guard.run([&] {
      return find_strong_couplings(matrix, {options.strength_threshold, options.max_row_sum});
    });
  });
  const CouplingGraph graph = coupling_graph(matrix, couplings.strong);
  auto points =
      timed(times.coarsening, [&] { return split_points(graph, options.coarsening, options.seed); });
  Splitting first;
  const bool aggressive = level < static_cast<std::size_t>(options.aggressive.levels);
  if (aggressive) {
    first = std::move(points);
    points = timed(times.coarsening, [&] {
      return split_again(graph, first, options.coarsening, options.aggressive.num_paths, options.seed,
                         workspace);
    });
  }
  if (const auto end = end_with(matrix, points.coarse.partition->n_global(), options)) return *end;
  Coarsened result;
  result.interpolation = timed(times.interpolation, [&] {
    return aggressive ? interpolate_far(matrix, couplings, first, points, options.aggressive, workspace)
                      : interpolate(matrix, couplings, points.types, points.coarse, options, workspace);
  });
  guard.run([&] {
    result.points.assign(points.types.begin(), points.types.begin() + matrix.n_rows());
    if (structure != nullptr) {
      structure->diagonal_signs = signs_of(couplings.diagonal);
      // The weights of other levels are not computed row by row from the matrix as it is.
      if (options.reuse == Reuse::structure && !aggressive && !functions)
        structure->interpolation =
            ClassicalStructure{mask_of(matrix, couplings.strong), std::move(points.types), points.coarse};
    }
    if (functions) functions = coarse_functions(*functions, points.coarse);
  });
  return result;
}

// node: of the matrix; comes out as that of the coarse one.
std::variant<Coarsened, CoarseningEnd> coarsen_by_aggregates(const MatrixView& matrix,
                                                             const SetupOptions& options, NodeSpace& node,
                                                             SetupTimes& times, LevelStructure* structure) {
  AggregationStructure* kept = nullptr;
  if (structure != nullptr && options.reuse == Reuse::structure)
    kept = &structure->interpolation.emplace<AggregationStructure>();
  auto level = timed(times.interpolation, [&] {
    return aggregation_level(matrix, node.block_size, *node.space, static_cast<std::uint64_t>(options.seed),
                             options.aggregation, kept);
  });
  if (const auto end = end_with(matrix, level.interpolation.columns->n_global(), options)) return *end;
  node.block_size = node.space->count;
  node.space = std::move(level.coarse_space);
  return Coarsened{{}, std::move(level.interpolation)};
}

// Gathers the coarse level onto fewer ranks if its rows are few, with all that is known of them.
void gather_coarse_level(DistributedMatrix& p, const SetupOptions& options, NodeSpace& node,
                         Functions& functions) {
  // On each rank from the same numbers.
  const auto merged = merged_partition(*p.columns, options.process_eq_limit);
  if (!merged) return;
  const auto before = p.columns;
  p = with_column_owners(p, merged);
  if (functions) functions = regrouped(*p.comm, *before, *merged, *functions);
  // Classical coarsening leaves the space that of the finest level.
  if (options.family == Family::aggregation)
    node.space->values = regrouped(*p.comm, *before, *merged, node.space->values);
}

// Coarsens the last level, or says why not.
std::optional<CoarseningEnd> add_level(SetupHierarchy& hierarchy, const SetupOptions& options,
                                       NodeSpace& node, Functions& functions, RowWorkspace& workspace,
                                       std::vector<LevelStructure>* structures) {
  SetupLevel& level = hierarchy.levels.back();
  const MatrixView& matrix = level.matrix;
  const comm::CollectiveGuard guard(*matrix.comm);
  SetupTimes times;
  std::optional<LevelStructure> structure;
  if (structures != nullptr) structure.emplace();
  LevelStructure* const kept = structure ? &*structure : nullptr;
  // 1. Coarse variables and how they are interpolated.
  auto coarsened =
      options.family == Family::classical
          ? coarsen_by_points(matrix, hierarchy.levels.size() - 1, options, functions, workspace, times, kept)
          : coarsen_by_aggregates(matrix, options, node, times, kept);
  if (const auto* end = std::get_if<CoarseningEnd>(&coarsened)) return *end;
  level.points = std::move(std::get<Coarsened>(coarsened).points);
  level.interpolation = std::move(std::get<Coarsened>(coarsened).interpolation);
  timed(times.interpolation, [&] {
    gather_coarse_level(level.interpolation, options, node, functions);
    return true;
  });

  // 2. The coarse matrix, and restriction.
  const MatrixView p = level.interpolation.view();
  auto parts = timed(times.transpose, [&] { return guard.run([&] { return transpose_parts(p); }); });
  SetupLevel next;
  next.owned = timed(times.product, [&] {
    return galerkin_product(matrix, p, parts.owned_rows.view(), parts.ghost_rows.view(), options.product,
                            workspace);
  });
  level.restriction = timed(times.transpose, [&] {
    return complete_transpose(p, std::move(parts.owned_rows), parts.ghost_rows.view());
  });
  if (kept != nullptr) {
    guard.run([&] {
      if (options.family == Family::aggregation) kept->diagonal_signs = signs_of_diagonal(matrix);
    });
    structures->push_back(std::move(*kept));
  }
  hierarchy.times.push_back(times);
  hierarchy.levels.push_back(std::move(next));
  hierarchy.levels.back().matrix = hierarchy.levels.back().owned.view();
  return std::nullopt;
}

// Of how many unknowns the rows are. Collective.
int count_functions(const MatrixView& matrix, const NodeSpace& node) {
  if (!node.functions) return node.block_size;
  LocalIndex largest = 0;
  for (const LocalIndex function : *node.functions) largest = std::max(largest, function);
  return comm::all_max(*matrix.comm, largest) + 1;
}

// The unknown that each row is of. Local.
Array<LocalIndex> functions_of_rows(const MatrixView& matrix, const NodeSpace& node, int n_functions) {
  if (node.functions) return {node.functions->begin(), node.functions->end()};
  Array<LocalIndex> functions(static_cast<std::size_t>(matrix.n_rows()));
  threads::parallel_for(functions.size(), [&](std::size_t row) {
    functions[row] =
        static_cast<LocalIndex>((matrix.rows->begin() + static_cast<GlobalIndex>(row)) % n_functions);
  });
  return functions;
}

// One constant vector for each unknown.
NearNullSpace constants(std::span<const LocalIndex> functions, int n_functions) {
  NearNullSpace space{n_functions, {}};
  const auto width = static_cast<std::size_t>(n_functions);
  space.values.assign(functions.size() * width, 0.0);
  for (std::size_t row = 0; row < functions.size(); ++row)
    space.values[row * width + static_cast<std::size_t>(functions[row])] = 1.0;
  return space;
}

}  // namespace

SetupHierarchy build_hierarchy(const MatrixView& matrix, const SetupOptions& options, NodeSpace node,
                               std::vector<LevelStructure>* structures) {
  const comm::CollectiveGuard guard(*matrix.comm);
  guard.run([&] {
    validate(matrix, options);
    validate(matrix, node);
  });
  const int n_unknowns = count_functions(matrix, node);
  const int n_functions = options.num_functions > 0 ? options.num_functions : n_unknowns;
  Functions functions;
  guard.run([&] {
    if (node.functions && n_functions > 1 && n_functions < n_unknowns)
      throw Error(ErrorKind::input, fmt::format("num_functions is {}", n_functions),
                  fmt::format("rows are of {} functions", n_unknowns));
    if (options.family == Family::aggregation && !node.space)
      node.space = constants(functions_of_rows(matrix, node, n_unknowns), n_unknowns);
    if (options.family == Family::classical && n_functions > 1)
      functions = functions_of_rows(matrix, node, n_functions);
  });
  RowWorkspace workspace(static_cast<std::size_t>(threads::max_threads()));
  SetupHierarchy hierarchy;
  hierarchy.levels.reserve(static_cast<std::size_t>(options.max_levels));
  hierarchy.levels.emplace_back().matrix = matrix;
  for (std::optional<CoarseningEnd> end; !end;) {
    end = end_at(hierarchy.levels.back().matrix, hierarchy.levels.size(), options);
    if (!end) end = add_level(hierarchy, options, node, functions, workspace, structures);
    if (end) hierarchy.end = *end;
  }
  return hierarchy;
}

}  // namespace trireme::amg
