// SPDX-License-Identifier: Apache-2.0
#include "amg/hierarchy/build_hierarchy.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"
#include "solvers/io/state_hash.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/amg/hierarchy/expect_hierarchy.hpp"
#include "tests/amg/matrices.hpp"

namespace trireme::amg {
namespace {

using test::Row;

struct Problem {
  const char* name;
  GlobalIndex n;
  test::RowOf rows;
  double max_row_sum = 0.9;
};

std::vector<Problem> problems() {
  const auto negated = [](GlobalIndex id) {
    Row row = test::laplacian(8, 9, 7, test::Stencil::star)(id);
    for (auto& entry : row) entry.value *= id % 4 == 0 ? -1 : 1;
    return row;
  };
  const auto with_identity = [](GlobalIndex id) {
    return id % 5 == 2 ? Row{{id, 1.0}} : test::laplacian(9, 8, 7, test::Stencil::box)(id);
  };
  return {
      {"27 points", 648, test::laplacian(9, 8, 9, test::Stencil::box)},
      {"7 points", 800, test::laplacian(10, 8, 10, test::Stencil::star)},
      {"9 points, Neumann, shuffled", 625, test::shuffled(test::laplacian(25, 25, 1, test::Stencil::box, 0))},
      {"rows of both signs", 504, negated},
      {"identity rows", 504, with_identity},
      {"scattered", 500, test::scattered(500, 500, 9, 3), 1.0}};
}

SetupOptions small_options(double max_row_sum = 0.9) {
  SetupOptions options;
  options.coarse_size = 20;
  options.max_row_sum = max_row_sum;
  return options;
}

std::vector<double> types_as_numbers(const SetupLevel& level) {
  std::vector<double> numbers;
  for (const PointType type : level.points) numbers.push_back(static_cast<double>(type));
  return numbers;
}

TEST(BuildHierarchy, CoarseMatricesAreGalerkinProducts) {
  for (const auto& problem : problems())
    for (const auto form : {ProductForm::row_fused, ProductForm::cf_permuted, ProductForm::unfused}) {
      const auto matrix = test::make_square(problem.n, problem.rows);
      auto options = small_options(problem.max_row_sum);
      options.product = form;
      const auto hierarchy = build_hierarchy(matrix.view(), options);
      ASSERT_GE(hierarchy.levels.size(), 2u) << problem.name;
      for (std::size_t l = 0; l + 1 < hierarchy.levels.size(); ++l) {
        test::expect_galerkin(hierarchy.levels[l], hierarchy.levels[l + 1], problem.name);
        test::expect_transposed(hierarchy.levels[l], problem.name);
      }
    }
}

TEST(BuildHierarchy, SplitsTheFirstLevelAsOneRankDoes) {
  for (const auto& problem : problems()) {
    const auto options = small_options(problem.max_row_sum);
    const auto matrix = test::make_square(problem.n, problem.rows),
               whole = test::make_square(problem.n, problem.rows, test::alone());
    const auto here = build_hierarchy(matrix.view(), options), there = build_hierarchy(whole.view(), options);
    const auto types = types_as_numbers(here.levels[0]), whole_types = types_as_numbers(there.levels[0]);
    EXPECT_EQ(io::state_hash(test::world(), types, 1, matrix.rows->begin()),
              io::state_hash(test::alone(), whole_types, 1, 0))
        << problem.name;
    ASSERT_EQ(here.levels.size(), there.levels.size()) << problem.name;
    EXPECT_EQ(here.levels[1].matrix.rows->n_global(), there.levels[1].matrix.rows->n_global());
  }
}

TEST(BuildHierarchy, GivesTheSameBitsForAnyThreadCount) {
  for (const auto& problem : problems()) {
    const auto matrix = test::make_square(problem.n, problem.rows);
    const auto threaded = build_hierarchy(matrix.view(), small_options(problem.max_row_sum));
    const threads::ThreadCountScope one(1);
    const auto serial = build_hierarchy(matrix.view(), small_options(problem.max_row_sum));
    ASSERT_EQ(threaded.levels.size(), serial.levels.size());
    for (std::size_t l = 0; l < serial.levels.size(); ++l) {
      EXPECT_TRUE(test::same_bits(threaded.levels[l].owned, serial.levels[l].owned))
          << problem.name << " level " << l;
      EXPECT_TRUE(test::same_bits(threaded.levels[l].interpolation, serial.levels[l].interpolation));
      EXPECT_TRUE(test::same_bits(threaded.levels[l].restriction, serial.levels[l].restriction));
      EXPECT_EQ(threaded.levels[l].points, serial.levels[l].points);
    }
  }
}

TEST(BuildHierarchy, InterpolatesConstantsWhereRowsSumToZero) {
  const auto matrix = test::make_square(1000, test::laplacian(10, 10, 10, test::Stencil::star, 0));
  for (const auto kind :
       {InterpolationKind::extended_i, InterpolationKind::extended, InterpolationKind::direct}) {
    auto options = small_options();
    options.interpolation = kind;
    const auto hierarchy = build_hierarchy(matrix.view(), options);
    const auto p = test::gather_rows(hierarchy.levels[0].interpolation.view());
    std::size_t interpolated = 0;
    for (const auto& row : p) {
      double sum = 0;
      for (const auto& entry : row) sum += entry.value;
      if (row.empty()) continue;
      ++interpolated;
      EXPECT_NEAR(sum, 1.0, 1e-12);
      EXPECT_LE(row.size(), 4u);
    }
    // Direct interpolation leaves points without coarse neighbours alone.
    EXPECT_GE(interpolated, kind == InterpolationKind::direct ? p.size() / 2 : p.size());
  }
}

TEST(BuildHierarchy, EndsForAReason) {
  const auto end_of = [](GlobalIndex n, const test::RowOf& rows, const SetupOptions& options) {
    const auto matrix = test::make_square(n, rows);
    const auto hierarchy = build_hierarchy(matrix.view(), options);
    return std::pair(hierarchy.end, hierarchy.levels.size());
  };
  using Found = std::pair<CoarseningEnd, std::size_t>;
  const auto identity = [](GlobalIndex id) { return Row{{id, 2.0}}; };
  const auto nothing = [](GlobalIndex) { return Row{}; };
  const auto line = test::laplacian(200, 1, 1, test::Stencil::star);
  auto options = small_options();
  EXPECT_EQ(end_of(300, identity, options), Found(CoarseningEnd::no_coarse_points, 1));
  EXPECT_EQ(end_of(300, nothing, options), Found(CoarseningEnd::no_coarse_points, 1));
  EXPECT_EQ(end_of(0, nothing, options), Found(CoarseningEnd::coarse_size, 1));
  EXPECT_EQ(end_of(1, identity, options), Found(CoarseningEnd::coarse_size, 1));
  EXPECT_EQ(end_of(200, line, options).first, CoarseningEnd::coarse_size);
  options.max_levels = 2;
  EXPECT_EQ(end_of(200, line, options), Found(CoarseningEnd::max_levels, 2));
  options.max_levels = 25;
  options.stagnation = 0.1;
  EXPECT_EQ(end_of(200, line, options), Found(CoarseningEnd::stagnation, 1));
  options.stagnation = 0.95;
  options.coarse_size = 1;
  EXPECT_EQ(end_of(3, test::laplacian(3, 1, 1, test::Stencil::star), options).first,
            CoarseningEnd::coarse_size);
}

TEST(BuildHierarchy, RefusesOptionsOutOfRangeOnEveryRank) {
  const auto matrix = test::make_square(50, test::laplacian(50, 1, 1, test::Stencil::star));
  SetupOptions options;
  options.max_row_sum = 0;
  EXPECT_THROW(build_hierarchy(matrix.view(), options), Error);
}

TEST(BuildHierarchy, SurvivesNumbersThatAreNone) {
  const auto rows = [](GlobalIndex id) {
    Row row = test::laplacian(10, 10, 1, test::Stencil::box)(id);
    if (id % 7 == 3) row.front().value = std::nan("");
    return row;
  };
  const auto matrix = test::make_square(100, rows);
  EXPECT_NO_THROW(build_hierarchy(matrix.view(), small_options()));
}

}  // namespace
}  // namespace trireme::amg
