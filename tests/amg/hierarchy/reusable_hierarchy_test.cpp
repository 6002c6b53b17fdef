// SPDX-License-Identifier: Apache-2.0
#include "amg/hierarchy/reusable_hierarchy.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "amg/hierarchy/hierarchy_hash.hpp"
#include "amg/problems/elasticity.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/amg/hierarchy/expect_hierarchy.hpp"
#include "tests/amg/judged_hierarchy.hpp"
#include "tests/amg/matrices.hpp"

namespace trireme::amg {
namespace {

using test::Row;

// D A D with a D from 1 - by to 1 + by.
test::RowOf scaled(const test::RowOf& rows, double by) {
  const auto d = [by](GlobalIndex id) { return 1 + by * symmetric_hash(5, id, 0); };
  return [=](GlobalIndex id) {
    Row row = rows(id);
    for (auto& entry : row) entry.value *= d(id) * d(entry.column);
    return row;
  };
}

struct Problem {
  const char* name;
  GlobalIndex n;
  test::RowOf rows;
  bool is_definite = true;  // symmetric positive definite, so that conjugate gradients may judge
};

std::vector<Problem> problems() {
  const auto with_identity = [](GlobalIndex id) {
    return id % 5 == 2 ? Row{{id, 1.0}} : test::laplacian(9, 8, 7, test::Stencil::box)(id);
  };
  std::vector<Problem> all{
      {"7 points, shuffled", 800, test::shuffled(test::laplacian(10, 8, 10, test::Stencil::star))},
      {"scattered", 500, test::scattered(500, 500, 9, 3), false},
      {"27 points", 648, test::laplacian(9, 8, 9, test::Stencil::box)},
      {"identity rows", 504, with_identity, false}};
  // More ranks than cores wait long for one another.
  if (test::world().size() > 2) all.resize(2);
  return all;
}

SetupOptions options_of(Reuse reuse) {
  SetupOptions options;
  options.coarse_size = 20;
  options.max_row_sum = 1;
  options.reuse = reuse;
  return options;
}

// On more ranks, those that communicate differently.
std::vector<std::pair<const char*, SetupOptions>> kinds(Reuse reuse) {
  std::vector<std::pair<const char*, SetupOptions>> found;
  const auto add = [&](const char* name, auto change) {
    change(found.emplace_back(name, options_of(reuse)).second);
  };
  add("extended+i", [](SetupOptions&) {});
  add("without a plan", [](SetupOptions& o) { o.product_plan = false; });
  add("aggregation", [](SetupOptions& o) { o.family = Family::aggregation; });
  if (test::world().size() > 2) return found;
  add("HMIS", [](SetupOptions& o) { o.coarsening = CoarseningKind::hmis; });
  add("direct", [](SetupOptions& o) { o.interpolation = InterpolationKind::direct; });
  add("unfused", [](SetupOptions& o) { o.product = ProductForm::unfused; });
  add("cf_permuted", [](SetupOptions& o) { o.product = ProductForm::cf_permuted; });
  add("extended, all weights", [](SetupOptions& o) {
    o.interpolation = InterpolationKind::extended;
    o.max_per_row = 0;
  });
  add("truncated", [](SetupOptions& o) { o.truncation = 0.3; });
  add("aggregation, power method", [](SetupOptions& o) {
    o.family = Family::aggregation;
    o.aggregation.power_iterations = 3;
  });
  return found;
}

TEST(ReusableHierarchy, HasTheBitsOfASetUpFromScratchForTheSameValues) {
  for (const auto& problem : problems())
    for (const auto& [kind, options] : kinds(Reuse::structure)) {
      const auto matrix = test::make_square(problem.n, problem.rows),
                 other = test::make_square(problem.n, scaled(problem.rows, 0.05));
      ReusableHierarchy hierarchy(options);
      hierarchy.build(matrix.view());
      const SetupHierarchy built = hierarchy.hierarchy();
      const auto hash = hierarchy_hash(hierarchy.hierarchy());
      ASSERT_TRUE(hierarchy.refill(matrix.view())) << problem.name << ", " << kind;
      EXPECT_TRUE(test::same_bits(built, hierarchy.hierarchy())) << problem.name << ", " << kind;
      EXPECT_EQ(hash, hierarchy_hash(hierarchy.hierarchy()));
      // Other values between leave no trace.
      if (!hierarchy.refill(other.view())) continue;
      EXPECT_NE(hash, hierarchy_hash(hierarchy.hierarchy()));
      ASSERT_TRUE(hierarchy.refill(matrix.view())) << problem.name << ", " << kind;
      EXPECT_TRUE(test::same_bits(built, hierarchy.hierarchy())) << problem.name << ", " << kind;
    }
}

TEST(ReusableHierarchy, IsGalerkinsForOtherValues) {
  for (const auto reuse : {Reuse::structure, Reuse::interpolation})
    for (const auto& problem : problems())
      for (const auto& [kind, options] : kinds(reuse)) {
        if (!problem.is_definite) continue;
        const auto matrix = test::make_square(problem.n, problem.rows),
                   other = test::make_square(problem.n, scaled(problem.rows, 0.05));
        ReusableHierarchy hierarchy(options);
        hierarchy.build(matrix.view());
        const SetupHierarchy built = hierarchy.hierarchy();
        ASSERT_TRUE(hierarchy.refill(other.view())) << problem.name << ", " << kind;
        const auto& levels = hierarchy.hierarchy().levels;
        ASSERT_EQ(levels.size(), built.levels.size());
        for (std::size_t l = 0; l + 1 < levels.size(); ++l) {
          test::expect_galerkin(levels[l], levels[l + 1], kind);
          test::expect_transposed(levels[l], kind);
          const bool same = test::same_bits(built.levels[l].interpolation, levels[l].interpolation);
          // D A D: kept weights are scaled on the finest level, where the product's form allows it.
          const bool scaled = l == 0 && options.product != ProductForm::cf_permuted;
          EXPECT_EQ(comm::all_of(test::world(), same), reuse == Reuse::interpolation && !scaled) << kind;
        }
        const auto fresh = build_hierarchy(other.view(), options);
        EXPECT_LE(test::iterations(other.view(), *make_multigrid(hierarchy.hierarchy(), {})),
                  test::iterations(other.view(), *make_multigrid(fresh, {})) + 1)
            << problem.name << ", " << kind;
      }
}

// Couplings from 1 - by to 1 + by times those of `rows`, the same row sums.
test::RowOf with_other_coefficients(const test::RowOf& rows, double by) {
  return [=](GlobalIndex id) {
    Row row = rows(id);
    double change = 0;
    for (auto& entry : row) {
      if (entry.column == id) continue;
      const double factor =
          1 + by * symmetric_hash(7, std::min(id, entry.column), std::max(id, entry.column));
      change += entry.value * (1 - factor);
      entry.value *= factor;
    }
    for (auto& entry : row)
      if (entry.column == id) entry.value += change;
    return row;
  };
}

TEST(ReusableHierarchy, ScalesKeptWeightsWithTheMatrix) {
  const auto rows = test::laplacian(12, 12, 12, test::Stencil::box);
  const GlobalIndex n = 12 * 12 * 12;
  const auto matrix = test::make_square(n, rows), other = test::make_square(n, scaled(rows, 0.0488));
  for (const auto family : {Family::classical, Family::aggregation}) {
    // More ranks than cores wait long for one another.
    if (test::world().size() > 2 && family == Family::aggregation) continue;
    auto options = options_of(Reuse::interpolation);
    options.family = family;
    ReusableHierarchy hierarchy(options);
    hierarchy.build(matrix.view());
    const SetupHierarchy built = hierarchy.hierarchy();
    const int before = test::iterations(matrix.view(), *make_multigrid(built, {}));
    ASSERT_TRUE(hierarchy.refill(other.view()));
    EXPECT_EQ(hierarchy.changed_interpolations(), 1u);
    // P' D (D^-1 A D^-1) D P is what it was.
    for (std::size_t l = 1; l < built.levels.size(); ++l)
      test::expect_near(built.levels[l].owned, hierarchy.hierarchy().levels[l].owned, 1e-12);
    EXPECT_LE(test::iterations(other.view(), *make_multigrid(hierarchy.hierarchy(), {})), before + 1);
    ASSERT_TRUE(hierarchy.refill(matrix.view()));
    EXPECT_EQ(hierarchy.changed_interpolations(), 1u);
    EXPECT_TRUE(test::same_bits(built, hierarchy.hierarchy()));
    ASSERT_TRUE(hierarchy.refill(matrix.view()));
    EXPECT_EQ(hierarchy.changed_interpolations(), 0u);
  }
}

TEST(ReusableHierarchy, LeavesKeptWeightsWhereCoefficientsChange) {
  const auto rows = test::laplacian(12, 12, 12, test::Stencil::star);
  const GlobalIndex n = 12 * 12 * 12;
  const auto matrix = test::make_square(n, rows),
             other = test::make_square(n, with_other_coefficients(rows, 0.1));
  ReusableHierarchy hierarchy(options_of(Reuse::interpolation));
  hierarchy.build(matrix.view());
  const SetupHierarchy built = hierarchy.hierarchy();
  const int before = test::iterations(matrix.view(), *make_multigrid(built, {}));
  ASSERT_TRUE(hierarchy.refill(other.view()));
  EXPECT_EQ(hierarchy.changed_interpolations(), 0u);
  EXPECT_TRUE(comm::all_of(test::world(), test::same_bits(built.levels[0].interpolation,
                                                          hierarchy.hierarchy().levels[0].interpolation)));
  EXPECT_LE(test::iterations(other.view(), *make_multigrid(hierarchy.hierarchy(), {})), before + 1);
}

TEST(ReusableHierarchy, HasTheSameBitsForAnyThreadCount) {
  const auto rows = test::laplacian(10, 8, 10, test::Stencil::box);
  const auto matrix = test::make_square(800, rows), other = test::make_square(800, scaled(rows, 0.05));
  auto all = kinds(Reuse::structure);
  all.emplace_back("kept weights", options_of(Reuse::interpolation));
  for (const auto& [kind, options] : all) {
    const auto refilled = [&, &options = options] {
      ReusableHierarchy hierarchy(options);
      hierarchy.build(matrix.view());
      EXPECT_TRUE(hierarchy.refill(other.view()));
      return hierarchy_hash(hierarchy.hierarchy());
    };
    const auto threaded = refilled();
    const threads::ThreadCountScope one(1);
    EXPECT_EQ(threaded, refilled()) << kind;
  }
}

TEST(ReusableHierarchy, RefillsTheSolveFormToTheBitsOfAFreshOne) {
  const auto rows = test::laplacian(10, 8, 10, test::Stencil::star);
  const auto matrix = test::make_square(800, rows), other = test::make_square(800, scaled(rows, 0.05));
  for (const auto reuse : {Reuse::structure, Reuse::interpolation})
    for (const auto family : {Family::classical, Family::aggregation})
      for (const auto precision : {Precision::fp64, Precision::fp32})
        for (const auto relaxation : {Relaxation::l1_forward, Relaxation::chebyshev}) {
          if (test::world().size() > 2 && relaxation == Relaxation::chebyshev) continue;
          auto options = options_of(reuse);
          options.family = family;
          CycleOptions cycle;
          cycle.precision = precision;
          cycle.smoother_block_nonzeros = 500;
          cycle.relax_type_down = cycle.relax_type_up = relaxation;
          ReusableHierarchy hierarchy(options);
          hierarchy.build(matrix.view());
          const auto multigrid = make_multigrid(hierarchy.hierarchy(), cycle);
          ASSERT_TRUE(hierarchy.refill(other.view()));
          multigrid->refill(hierarchy.hierarchy(), hierarchy.changed_interpolations());
          const auto fresh = make_multigrid(hierarchy.hierarchy(), cycle);
          std::vector<double> r(static_cast<std::size_t>(matrix.rows->n_owned())), z(r.size()),
              expected(r.size());
          for (std::size_t i = 0; i < r.size(); ++i)
            r[i] = symmetric_hash(3, matrix.rows->begin() + static_cast<GlobalIndex>(i), 0);
          multigrid->apply(r, z);
          fresh->apply(r, expected);
          EXPECT_TRUE(test::same_bits(z, expected));
        }
}

TEST(ReusableHierarchy, RefillsSystemsWithTheirRigidBodyModes) {
  const auto problem = elasticity({7, 7, 7}, 0.3);
  auto partition = std::make_shared<Partition>(*test::uneven_partition(7 * 7 * 7));
  for (GlobalIndex& offset : partition->offsets) offset *= 3;
  const test::RowOf rows = [&](GlobalIndex row) {
    std::vector<Entry> entries;
    problem->row(row, entries);
    Row result;
    for (const Entry& entry : entries) result.push_back({entry.column, entry.value});
    return result;
  };
  const auto matrix = test::make_matrix(partition, partition, rows),
             other = test::make_matrix(partition, partition, scaled(rows, 0.01));
  NodeSpace node{3, NearNullSpace{problem->n_near_null_vectors(), {}}};
  for (GlobalIndex row = partition->begin(); row < partition->end(); ++row)
    for (int vector = 0; vector < node.space->count; ++vector)
      node.space->values.push_back(problem->near_null_entry(row, vector));
  auto options = options_of(Reuse::structure);
  options.family = Family::aggregation;
  ReusableHierarchy hierarchy(options);
  hierarchy.build(matrix.view(), node);
  const SetupHierarchy built = hierarchy.hierarchy();
  ASSERT_TRUE(hierarchy.refill(other.view(), node));
  test::expect_galerkin(hierarchy.hierarchy().levels[0], hierarchy.hierarchy().levels[1], "beam");
  ASSERT_TRUE(hierarchy.refill(matrix.view(), node));
  EXPECT_TRUE(test::same_bits(built, hierarchy.hierarchy()));
  // Other modes are another hierarchy.
  NodeSpace rotated = node;
  if (test::world().rank() == 0 && !rotated.space->values.empty()) rotated.space->values.back() += 1;
  EXPECT_FALSE(hierarchy.refill(matrix.view(), rotated));
}

// Levels whose interpolation cannot be computed anew.
std::vector<std::pair<const char*, SetupOptions>> kinds_without_refill(Reuse reuse) {
  std::vector<std::pair<const char*, SetupOptions>> found;
  const auto add = [&](const char* name, auto change) {
    change(found.emplace_back(name, options_of(reuse)).second);
  };
  add("aggressive, multipass", [](SetupOptions& o) {
    o.aggressive.levels = 1;
    o.aggressive.interpolation = AggressiveInterpolation::multipass;
  });
  add("aggressive, two stages", [](SetupOptions& o) {
    o.aggressive.levels = 1;
    o.aggressive.interpolation = AggressiveInterpolation::two_stage_extended_i;
  });
  add("functions", [](SetupOptions& o) { o.num_functions = 2; });
  return found;
}

TEST(ReusableHierarchy, KeepsNothingWhereALevelHasNoWayToComputeItsWeightsAnew) {
  const auto rows = test::laplacian(10, 8, 10, test::Stencil::star);
  const auto matrix = test::make_square(800, rows), other = test::make_square(800, scaled(rows, 0.05));
  for (const auto& [kind, options] : kinds_without_refill(Reuse::structure)) {
    ReusableHierarchy hierarchy(options);
    hierarchy.build(matrix.view());
    EXPECT_FALSE(hierarchy.reusable()) << kind;
    EXPECT_EQ(hierarchy_hash(hierarchy.hierarchy()), hierarchy_hash(build_hierarchy(matrix.view(), options)))
        << kind;
    EXPECT_FALSE(hierarchy.refill(other.view())) << kind;
    hierarchy.release_finest();
    EXPECT_EQ(hierarchy.bytes(), 0u) << kind;
  }
}

TEST(ReusableHierarchy, RefillsAnyKindOfLevelWithItsWeights) {
  const auto rows = test::laplacian(10, 8, 10, test::Stencil::star);
  const auto matrix = test::make_square(800, rows), other = test::make_square(800, scaled(rows, 0.05));
  for (const auto& [kind, options] : kinds_without_refill(Reuse::interpolation)) {
    ReusableHierarchy hierarchy(options);
    hierarchy.build(matrix.view());
    const SetupHierarchy built = hierarchy.hierarchy();
    ASSERT_TRUE(hierarchy.refill(other.view())) << kind;
    const auto& levels = hierarchy.hierarchy().levels;
    ASSERT_GT(levels.size(), 1u);
    for (std::size_t l = 0; l + 1 < levels.size(); ++l) test::expect_galerkin(levels[l], levels[l + 1], kind);
    ASSERT_TRUE(hierarchy.refill(matrix.view())) << kind;
    EXPECT_TRUE(test::same_bits(built, hierarchy.hierarchy())) << kind;
  }
}

TEST(ReusableHierarchy, NoticesThatRowsAreOfOtherUnknowns) {
  const auto matrix = test::make_square(800, test::laplacian(10, 8, 10, test::Stencil::star));
  NodeSpace node;
  auto& functions = node.functions.emplace();
  for (GlobalIndex row = matrix.rows->begin(); row < matrix.rows->end(); ++row)
    functions.push_back(static_cast<LocalIndex>(row / 3 % 2));
  ReusableHierarchy hierarchy(options_of(Reuse::interpolation));
  hierarchy.build(matrix.view(), node);
  EXPECT_TRUE(hierarchy.refill(matrix.view(), node));
  NodeSpace changed = node;
  if (matrix.rows->begin() == 0 && !changed.functions->empty()) changed.functions->front() = 1;
  EXPECT_FALSE(hierarchy.refill(matrix.view(), changed));
}

// What a change on the last rank that has rows makes of a refill.
class Misfit : public ::testing::Test {
 protected:
  static constexpr GlobalIndex n = 648;
  static bool refills(const std::function<void(Row&)>& change_last_row, Reuse reuse) {
    const auto rows = test::laplacian(9, 8, 9, test::Stencil::box);
    const auto matrix = test::make_square(n, rows);
    const auto other = test::make_square(n, [&](GlobalIndex id) {
      Row row = rows(id);
      if (id == n - 1) change_last_row(row);
      return row;
    });
    ReusableHierarchy hierarchy(options_of(reuse));
    EXPECT_FALSE(hierarchy.refill(matrix.view())) << "before there is a hierarchy";
    hierarchy.build(matrix.view());
    const bool refilled = hierarchy.refill(other.view());
    EXPECT_EQ(comm::all_max(test::world(), refilled ? 1 : 0), refilled ? 1 : 0) << "ranks agree";
    hierarchy.build(matrix.view());
    EXPECT_EQ(hierarchy.refill(matrix.view()), reuse != Reuse::none);
    return refilled;
  }
  static test::Entry& diagonal(Row& row) {
    return *std::find_if(row.begin(), row.end(), [](const auto& entry) { return entry.column == n - 1; });
  }
};

TEST_F(Misfit, IsNoticedOnOneRank) {
  for (const auto reuse : {Reuse::structure, Reuse::interpolation}) {
    EXPECT_TRUE(refills([](Row&) {}, reuse));
    EXPECT_FALSE(refills([](Row& row) { row.erase(row.begin()); }, reuse)) << "an entry less";
    EXPECT_FALSE(refills([](Row& row) { std::swap(row[0], row[1]); }, reuse)) << "another order";
    EXPECT_FALSE(refills([](Row& row) { diagonal(row).value = 0; }, reuse)) << "a zero diagonal";
    EXPECT_FALSE(refills([](Row& row) { diagonal(row).value *= -1; }, reuse)) << "another sign";
    EXPECT_FALSE(
        refills([](Row& row) { diagonal(row).value = std::numeric_limits<double>::quiet_NaN(); }, reuse));
  }
  EXPECT_FALSE(refills([](Row&) {}, Reuse::none));
}

TEST_F(Misfit, IsNoticedWhereARowLosesItsWeights) {
  const auto without_couplings = [](Row& row) {
    for (auto& entry : row)
      if (entry.column != n - 1) entry.value = 0;
  };
  EXPECT_TRUE(refills(without_couplings, Reuse::interpolation));
  const auto rows = test::laplacian(9, 8, 9, test::Stencil::box);
  const auto hierarchy = build_hierarchy(test::make_square(n, rows).view(), options_of(Reuse::none));
  int last_is_fine = 0;
  const auto& points = hierarchy.levels.front().points;
  if (hierarchy.levels.front().matrix.rows->end() == n && !points.empty())
    last_is_fine = points.back() == PointType::fine ? 1 : 0;
  if (comm::all_max(test::world(), last_is_fine) == 1) {
    EXPECT_FALSE(refills(without_couplings, Reuse::structure));
  }
}

TEST(ReusableHierarchy, CountsWhatItKeeps) {
  const auto matrix = test::make_square(800, test::laplacian(10, 8, 10, test::Stencil::box));
  const auto bytes_after = [&](const SetupOptions& options, bool refill) {
    ReusableHierarchy hierarchy(options);
    hierarchy.build(matrix.view());
    if (refill) hierarchy.refill(matrix.view());
    hierarchy.release_finest();
    const auto sum = [](std::size_t bytes) {
      return comm::all_sum(test::world(), static_cast<GlobalIndex>(bytes));
    };
    return std::pair(sum(hierarchy.bytes()), sum(hierarchy.plan_bytes()));
  };
  auto options = options_of(Reuse::structure);
  const auto [built, no_plan] = bytes_after(options, false);
  const auto [refilled, plan] = bytes_after(options, true);
  EXPECT_EQ(no_plan, 0);
  EXPECT_GT(built, 0);
  EXPECT_GT(plan, 0);
  EXPECT_EQ(refilled, built + plan);
  options.product_plan = false;
  EXPECT_EQ(bytes_after(options, true).first, built);
  EXPECT_EQ(bytes_after(options_of(Reuse::none), false).first, 0);
  // Diagonal and row sums of the finest matrix in place of what is strong.
  EXPECT_GT(bytes_after(options_of(Reuse::interpolation), false).first, 0);
}

}  // namespace
}  // namespace trireme::amg
