// SPDX-License-Identifier: Apache-2.0
// Hierarchies with HMIS and with aggressive levels: interpolation across ranks, thread counts, tiny graphs,
// and what conjugate gradients make of them.
#include <cmath>

#include <gtest/gtest.h>

#include "amg/hierarchy/build_hierarchy.hpp"
#include "amg/hierarchy/hierarchy_hash.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/amg/judged_hierarchy.hpp"

namespace trireme::amg {
namespace {

SetupOptions aggressive(AggressiveInterpolation interpolation, int levels = 1) {
  SetupOptions options;
  options.coarse_size = 20;
  options.max_row_sum = 1;
  options.aggressive.levels = levels;
  options.aggressive.interpolation = interpolation;
  return options;
}

constexpr auto both = {AggressiveInterpolation::multipass, AggressiveInterpolation::two_stage_extended_i};

struct Case {
  const char* name;
  GlobalIndex n;
  test::RowOf rows;
};

std::vector<Case> cases() {
  const auto with_identity = [](GlobalIndex id) {
    return id % 5 == 2 ? test::Row{{id, 1.0}} : test::laplacian(9, 8, 7, test::Stencil::box)(id);
  };
  return {{"7 points", 800, test::laplacian(10, 8, 10, test::Stencil::star)},
          {"9 points, shuffled", 625, test::shuffled(test::laplacian(25, 25, 1, test::Stencil::box, 0))},
          {"identity rows", 504, with_identity},
          {"scattered", 400, test::scattered(400, 400, 9, 3)}};
}

TEST(AggressiveHierarchy, InterpolatesAsOneRankDoes) {
  for (const Case& one : cases())
    for (const auto interpolation : both)
      for (const int paths : {1, 2}) {
        auto options = aggressive(interpolation);
        options.aggressive.num_paths = paths;
        const auto matrix = test::make_square(one.n, one.rows),
                   whole = test::make_square(one.n, one.rows, test::alone());
        const auto here = build_hierarchy(matrix.view(), options),
                   there = build_hierarchy(whole.view(), options);
        ASSERT_GE(here.levels.size(), 2u) << one.name;
        ASSERT_GE(there.levels.size(), 2u) << one.name;
        const auto p = test::gather_rows(here.levels[0].interpolation.view()),
                   expected = test::gather_rows(there.levels[0].interpolation.view());
        ASSERT_EQ(p.size(), expected.size());
        for (std::size_t row = 0; row < p.size(); ++row) {
          ASSERT_EQ(p[row].size(), expected[row].size()) << one.name << " row " << row;
          for (std::size_t k = 0; k < p[row].size(); ++k) {
            ASSERT_EQ(p[row][k].column, expected[row][k].column) << one.name << " row " << row;
            ASSERT_NEAR(p[row][k].value, expected[row][k].value,
                        1e-11 * (1 + std::fabs(expected[row][k].value)));
          }
        }
      }
}

TEST(AggressiveHierarchy, InterpolatesConstantsWhereRowsSumToZero) {
  const auto matrix = test::make_square(1000, test::laplacian(10, 10, 10, test::Stencil::star, 0));
  for (const auto interpolation : both) {
    auto options = aggressive(interpolation);
    options.aggressive.max_per_row = 5;
    options.aggressive.stage_max_per_row = 4;
    const auto hierarchy = build_hierarchy(matrix.view(), options);
    for (const auto& row : test::gather_rows(hierarchy.levels[0].interpolation.view())) {
      double sum = 0;
      for (const auto& entry : row) sum += entry.value;
      EXPECT_NEAR(sum, 1.0, 1e-12);
      EXPECT_LE(row.size(), 5u);
    }
  }
}

TEST(AggressiveHierarchy, HasTheSameBitsForAnyThreadCount) {
  threads::assume_oversubscription(threads::Oversubscription::assume_no);
  for (const Case& one : cases())
    for (const auto interpolation : both)
      for (const auto coarsening : {CoarseningKind::pmis, CoarseningKind::hmis}) {
        const auto matrix = test::make_square(one.n, one.rows);
        auto options = aggressive(interpolation, 2);
        options.coarsening = coarsening;
        options.aggressive.max_per_row = 6;
        std::vector<std::uint64_t> hashes;
        for (const int threads : {1, 2, 4, 7}) {
          const threads::ThreadCountScope scope(threads);
          hashes.push_back(hierarchy_hash(build_hierarchy(matrix.view(), options)));
        }
        EXPECT_EQ(hashes, std::vector<std::uint64_t>(4, hashes.front())) << one.name;
      }
  threads::assume_oversubscription(threads::Oversubscription::measured);
}

// Nothing is left to split a second or third time.
TEST(AggressiveHierarchy, EndsCleanlyOnTinyGraphs) {
  for (const GlobalIndex nx : {1, 2, 3, 10})
    for (const GlobalIndex ny : {1, 2, 10})
      for (const auto interpolation : both)
        for (const auto coarsening : {CoarseningKind::pmis, CoarseningKind::hmis}) {
          const auto matrix = test::make_square(nx * ny, test::laplacian(nx, ny, 1, test::Stencil::star));
          auto options = aggressive(interpolation, 3);
          options.coarsening = coarsening;
          options.coarse_size = 1;
          const auto hierarchy = build_hierarchy(matrix.view(), options);
          for (std::size_t l = 1; l < hierarchy.levels.size(); ++l)
            EXPECT_LT(hierarchy.levels[l].matrix.rows->n_global(),
                      hierarchy.levels[l - 1].matrix.rows->n_global());
          EXPECT_LE(test::iterations(matrix.view(), hierarchy), 30) << nx << " x " << ny;
        }
}

TEST(AggressiveHierarchy, TradesComplexityForIterations) {
  const auto matrix = test::make_square(18 * 18 * 18, test::laplacian(18, 18, 18, test::Stencil::star));
  auto options = aggressive(AggressiveInterpolation::multipass, 0);
  const auto plain = build_hierarchy(matrix.view(), options);
  const double plain_complexity = test::operator_complexity(plain);
  const int plain_iterations = test::iterations(matrix.view(), plain);
  EXPECT_GT(plain_complexity, 2);
  for (const auto interpolation : both) {
    options = aggressive(interpolation);
    const auto hierarchy = build_hierarchy(matrix.view(), options);
    EXPECT_LT(test::operator_complexity(hierarchy), 1.45);
    const int iterations = test::iterations(matrix.view(), hierarchy);
    EXPECT_GT(iterations, plain_iterations);
    EXPECT_LE(iterations, 3 * plain_iterations);
  }
  options = aggressive(AggressiveInterpolation::multipass, 0);
  options.coarsening = CoarseningKind::hmis;
  const auto hmis = build_hierarchy(matrix.view(), options);
  EXPECT_GT(test::operator_complexity(hmis), plain_complexity);
  EXPECT_LE(test::iterations(matrix.view(), hmis), plain_iterations);
}

TEST(AggressiveHierarchy, PreconditionersAreSymmetricAndPositive) {
  const auto matrix = test::make_square(1000, test::laplacian(10, 10, 10, test::Stencil::box));
  for (const auto interpolation : both) {
    auto options = aggressive(interpolation, 2);
    options.coarsening = CoarseningKind::hmis;
    const auto multigrid = make_multigrid(build_hierarchy(matrix.view(), options), {});
    const auto check = test::check_symmetry(matrix.view(), *multigrid);
    EXPECT_GT(check.smallest, 0);
    EXPECT_LT(check.asymmetry, 1e-11);
  }
}

}  // namespace
}  // namespace trireme::amg
