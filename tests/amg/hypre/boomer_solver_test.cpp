// SPDX-License-Identifier: Apache-2.0
#include "amg/hypre/boomer_solver.hpp"

#include <gtest/gtest.h>

#include "amg/problems/generate_rows.hpp"
#include "amg/problems/problem_options.hpp"
#include "solvers/base/error.hpp"
#include "tests/solvers/comm/world.hpp"

namespace trireme::amg::hypre {
namespace {

TEST(BoomerSolver, SolvesWithEveryPresetAndCountsItsHierarchy) {
  const auto comm = comm::test::world();
  ProblemOptions options;
  options.kind = ProblemKind::laplace_27;
  options.n = 8;
  const auto problem = make_problem(options);
  const auto rows = generate_rows(*problem, rows_of_rank(problem->n_rows(), 1, comm.rank(), comm.size()));
  const HypreMatrix matrix(comm, rows);
  const std::vector<double> ones(static_cast<std::size_t>(rows.n_rows()), 1.0), zeros(ones.size(), 0.0);
  const HypreVector rhs(comm, matrix, ones);
  // Of two presets only where many ranks share few cores.
  for (const BoomerPreset& preset : presets()) {
    if (comm.size() > 2 && preset.name != "hmis6" && preset.name != "pmis17") continue;
    for (const Krylov method : {Krylov::cg, Krylov::gmres}) {
      HypreVector solution(comm, matrix, zeros);
      BoomerSolver solver(comm, preset, {.method = method}, 1);
      solver.set_up(matrix, rhs, solution);
      const KrylovResult result = solver.solve(matrix, rhs, solution);
      EXPECT_TRUE(result.converged) << preset.name;
      EXPECT_GT(result.iterations, 2) << preset.name;
      EXPECT_LT(result.iterations, 30) << preset.name;
      const HierarchyCounts counts = solver.hierarchy();
      ASSERT_GT(counts.levels.size(), 1u);
      EXPECT_EQ(counts.levels[0].rows, 512);
      EXPECT_EQ(counts.levels[0].nonzeros, 22 * 22 * 22);
      EXPECT_LT(counts.levels[1].rows, 256);
      EXPECT_GT(counts.levels[0].interpolation_nonzeros, 512);
      EXPECT_EQ(counts.levels.back().interpolation_nonzeros, 0);
      EXPECT_GT(counts.bytes, 12 * 22 * 22 * 22);
      // Some entry has moved.
      if (rows.n_rows() > 0) {
        EXPECT_GT(solution.values()[0], 0);
      }
    }
  }
}

TEST(BoomerSolver, UnknownPresetsAreRefused) {
  EXPECT_THROW(preset("hmis7"), Error);
  EXPECT_EQ(preset("pmis17").coarsen_type, 8);
}

}  // namespace
}  // namespace trireme::amg::hypre
