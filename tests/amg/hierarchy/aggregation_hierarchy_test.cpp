// SPDX-License-Identifier: Apache-2.0
// Whole hierarchies by smoothed aggregation, judged by the conjugate gradients they precondition.
#include <gtest/gtest.h>

#include "amg/hierarchy/build_hierarchy.hpp"
#include "amg/problems/elasticity.hpp"
#include "solvers/base/error.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/amg/judged_hierarchy.hpp"

namespace trireme::amg {
namespace {

SetupOptions aggregation() {
  SetupOptions options;
  options.family = Family::aggregation;
  options.coarse_size = 30;
  return options;
}

TEST(AggregationHierarchy, SolvesLaplaciansInFewIterations) {
  for (const auto stencil : {test::Stencil::star, test::Stencil::box}) {
    const auto matrix = test::make_square(18 * 18 * 18, test::laplacian(18, 18, 18, stencil));
    const SetupHierarchy hierarchy = build_hierarchy(matrix.view(), aggregation());
    EXPECT_GE(hierarchy.levels.size(), 3u);
    EXPECT_LE(test::operator_complexity(hierarchy), stencil == test::Stencil::star ? 1.6 : 1.1);
    EXPECT_LE(test::iterations(matrix.view(), hierarchy), 15);
  }
}

TEST(AggregationHierarchy, LeavesUncoupledRowsToTheSmoother) {
  const auto laplacian = test::laplacian(12, 12, 12, test::Stencil::star);
  const auto matrix = test::make_square(12 * 12 * 12 + 500, [&](GlobalIndex row) {
    return row < 12 * 12 * 12 ? laplacian(row) : test::Row{{row, 3.0}};
  });
  EXPECT_LE(test::iterations(matrix.view(), build_hierarchy(matrix.view(), aggregation())), 15);
  const auto identity = test::make_square(400, [](GlobalIndex row) { return test::Row{{row, 1.0}}; });
  const SetupHierarchy alone = build_hierarchy(identity.view(), aggregation());
  EXPECT_EQ(alone.levels.size(), 1u);
  EXPECT_EQ(alone.end, CoarseningEnd::no_coarse_points);
}

class Beam : public ::testing::Test {
 protected:
  Beam() : problem_(elasticity({9, 9, 9}, 0.3)) {
    auto rows = std::make_shared<Partition>(*test::uneven_partition(9 * 9 * 9));
    for (GlobalIndex& offset : rows->offsets) offset *= 3;
    matrix_ = test::make_matrix(rows, rows, [&](GlobalIndex row) {
      std::vector<Entry> entries;
      problem_->row(row, entries);
      test::Row result;
      for (const Entry& entry : entries) result.push_back({entry.column, entry.value});
      return result;
    });
  }
  NodeSpace rigid_body_modes() const {
    NodeSpace node{3, NearNullSpace{problem_->n_near_null_vectors(), {}}};
    for (GlobalIndex row = matrix_.rows->begin(); row < matrix_.rows->end(); ++row)
      for (int vector = 0; vector < node.space->count; ++vector)
        node.space->values.push_back(problem_->near_null_entry(row, vector));
    return node;
  }

  ProblemPointer problem_;
  DistributedMatrix matrix_;
};

TEST_F(Beam, NeedsItsRigidBodyModes) {
  SetupOptions options = aggregation();
  options.aggregation.power_iterations = 10;
  const SetupHierarchy with_modes = build_hierarchy(matrix_.view(), options, rigid_body_modes());
  const SetupHierarchy translations =
      build_hierarchy(matrix_.view(), options, {.block_size = 3, .space = std::nullopt});
  EXPECT_EQ(with_modes.levels[1].matrix.rows->n_global() % 6, 0);
  EXPECT_EQ(translations.levels[1].matrix.rows->n_global() % 3, 0);
  const int with = test::iterations(matrix_.view(), with_modes),
            without = test::iterations(matrix_.view(), translations);
  EXPECT_LE(with, 25);
  EXPECT_GT(without, with);
}

TEST_F(Beam, RefusesVectorsOfAnotherLength) {
  NodeSpace node = rigid_body_modes();
  if (!node.space->values.empty()) node.space->values.pop_back();
  EXPECT_THROW(build_hierarchy(matrix_.view(), aggregation(), node), Error);
}

TEST_F(Beam, HasTheSameBitsForAnyThreadCount) {
  const auto hierarchy = [&] { return build_hierarchy(matrix_.view(), aggregation(), rigid_body_modes()); };
  const SetupHierarchy threaded = hierarchy();
  const threads::ThreadCountScope one(1);
  const SetupHierarchy serial = hierarchy();
  ASSERT_EQ(threaded.levels.size(), serial.levels.size());
  for (std::size_t l = 1; l < serial.levels.size(); ++l) {
    EXPECT_TRUE(
        test::same_bits(threaded.levels[l].owned.diagonal.values, serial.levels[l].owned.diagonal.values))
        << l;
    EXPECT_TRUE(test::same_bits(threaded.levels[l].owned.off_diagonal.values,
                                serial.levels[l].owned.off_diagonal.values))
        << l;
  }
}

}  // namespace
}  // namespace trireme::amg
