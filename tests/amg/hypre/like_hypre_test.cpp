// SPDX-License-Identifier: Apache-2.0
// The same options in hypre's BoomerAMG and here: operator complexity within 5 %, at most two
// iterations or 10 % more, under the same Krylov method.
#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "amg/hierarchy/build_hierarchy.hpp"
#include "amg/hypre/boomer_solver.hpp"
#include "amg/problems/generate_rows.hpp"
#include "amg/problems/problem_options.hpp"
#include "tests/amg/judged_hierarchy.hpp"

namespace trireme::amg {
namespace {

struct Outcome {
  double complexity = 0;
  int iterations = 0;
};

DistributedMatrix matrix_of(const RowProblem& problem) {
  const auto& comm = test::world();
  auto partition = std::make_shared<Partition>();
  partition->rank = comm.rank();
  partition->offsets.push_back(0);
  for (int rank = 0; rank < comm.size(); ++rank)
    partition->offsets.push_back(rows_of_rank(problem.n_rows(), problem.block_size(), rank, comm.size()).end);
  return test::make_matrix(partition, partition, [&](GlobalIndex row) {
    std::vector<Entry> entries;
    problem.row(row, entries);
    test::Row result;
    for (const Entry& entry : entries) result.push_back({entry.column, entry.value});
    return result;
  });
}

Outcome with_hypre(const RowProblem& problem, const hypre::BoomerPreset& preset) {
  const auto& comm = test::world();
  const auto rows =
      generate_rows(problem, rows_of_rank(problem.n_rows(), problem.block_size(), comm.rank(), comm.size()));
  const hypre::HypreMatrix matrix(comm, rows);
  const std::vector<double> ones(static_cast<std::size_t>(rows.n_rows()), 1.0), zeros(ones.size(), 0.0);
  const hypre::HypreVector rhs(comm, matrix, ones);
  hypre::HypreVector solution(comm, matrix, zeros);
  hypre::BoomerSolver solver(comm, preset, {}, problem.block_size());
  solver.set_up(matrix, rhs, solution);
  const auto result = solver.solve(matrix, rhs, solution);
  EXPECT_TRUE(result.converged) << preset.name;
  const auto counts = solver.hierarchy();
  GlobalIndex nonzeros = 0;
  for (const auto& level : counts.levels) nonzeros += level.nonzeros;
  return {static_cast<double>(nonzeros) / static_cast<double>(counts.levels[0].nonzeros), result.iterations};
}

// The middle of three splittings, which random weights make.
Outcome with_trireme(const RowProblem& problem, SetupOptions options) {
  const auto matrix = matrix_of(problem);
  std::array<double, 3> complexities{};
  std::array<int, 3> iterations{};
  for (std::size_t k = 0; k < 3; ++k) {
    options.seed = static_cast<std::int64_t>(k);
    const auto hierarchy = build_hierarchy(matrix.view(), options, {.block_size = problem.block_size()});
    // As hypre with one thread: one block to a rank.
    CycleOptions cycle;
    cycle.smoother_blocks = 1;
    complexities[k] = test::operator_complexity(hierarchy);
    iterations[k] = test::iterations(matrix.view(), *make_multigrid(hierarchy, cycle));
  }
  std::sort(complexities.begin(), complexities.end());
  std::sort(iterations.begin(), iterations.end());
  return {complexities[1], iterations[1]};
}

void expect_alike(const RowProblem& problem, const hypre::BoomerPreset& preset, SetupOptions options) {
  options.coarsening = preset.coarsen_type == 10 ? CoarseningKind::hmis : CoarseningKind::pmis;
  options.max_row_sum = preset.max_row_sum;
  options.coarse_size = 9;
  options.aggressive.levels = preset.aggressive_levels;
  options.aggressive.interpolation = preset.aggressive_interpolation == 1
                                         ? AggressiveInterpolation::two_stage_extended_i
                                         : AggressiveInterpolation::multipass;
  const Outcome theirs = with_hypre(problem, preset), ours = with_trireme(problem, options);
  EXPECT_NEAR(ours.complexity, theirs.complexity, 0.05 * theirs.complexity);
  EXPECT_LE(ours.iterations, theirs.iterations + std::max(2.0, 0.1 * theirs.iterations));
}

ProblemPointer problem_of(ProblemKind kind, int n) {
  ProblemOptions options;
  options.kind = kind;
  options.n = n;
  return make_problem(options);
}

TEST(LikeHypre, SplitsOnce) {
  for (const auto kind : {ProblemKind::laplace_7, ProblemKind::laplace_27})
    for (const int coarsen_type : {8, 10}) {
      hypre::BoomerPreset preset;
      preset.coarsen_type = coarsen_type;
      SCOPED_TRACE(::testing::Message() << static_cast<int>(kind) << " coarsened by " << coarsen_type);
      expect_alike(*problem_of(kind, 24), preset, {});
    }
}

TEST(LikeHypre, SplitsTwice) {
  for (const auto kind : {ProblemKind::laplace_7, ProblemKind::laplace_27})
    for (const int coarsen_type : {8, 10})
      for (const int interpolation : {4, 1}) {
        hypre::BoomerPreset preset;
        preset.coarsen_type = coarsen_type;
        preset.aggressive_levels = 1;
        preset.aggressive_interpolation = interpolation;
        preset.max_row_sum = 1;
        SCOPED_TRACE(::testing::Message() << static_cast<int>(kind) << " coarsened by " << coarsen_type
                                          << " aggressively interpolated by " << interpolation);
        expect_alike(*problem_of(kind, 24), preset, {});
      }
}

TEST(LikeHypre, CoarsensUnknownsApart) {
  hypre::BoomerPreset preset;
  preset.coarsen_type = 8;
  expect_alike(*problem_of(ProblemKind::elasticity, 9), preset, {});
}

}  // namespace
}  // namespace trireme::amg
