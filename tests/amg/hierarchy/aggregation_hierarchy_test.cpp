// SPDX-License-Identifier: Apache-2.0
// Whole hierarchies by smoothed aggregation, judged by the conjugate gradients they precondition.
#include <cmath>

#include <gtest/gtest.h>

#include "amg/cycle/multigrid.hpp"
#include "amg/hierarchy/build_hierarchy.hpp"
#include "amg/problems/elasticity.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/halo_exchange.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/amg/matrices.hpp"

namespace trireme::amg {
namespace {

SetupOptions aggregation() {
  SetupOptions options;
  options.family = Family::aggregation;
  options.coarse_size = 30;
  return options;
}

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return comm::all_sum(test::world(), sum);
}

void multiply(const MatrixView& matrix, std::span<double> x, std::span<double> y) {
  comm::HaloExchange<double>(*matrix.comm, matrix.plan, 1).start(x).finish();
  for (std::size_t row = 0; row < y.size(); ++row) {
    y[row] = 0;
    for (LocalIndex k = matrix.diagonal.offsets[row]; k < matrix.diagonal.offsets[row + 1]; ++k)
      y[row] += matrix.diagonal.values[static_cast<std::size_t>(k)] *
                x[static_cast<std::size_t>(matrix.diagonal.columns[static_cast<std::size_t>(k)])];
    for (LocalIndex k = matrix.off_diagonal.offsets[row]; k < matrix.off_diagonal.offsets[row + 1]; ++k)
      y[row] +=
          matrix.off_diagonal.values[static_cast<std::size_t>(k)] *
          x[y.size() + static_cast<std::size_t>(matrix.off_diagonal.columns[static_cast<std::size_t>(k)])];
  }
}

// Preconditioned conjugate gradients from zero for a right-hand side of ones, to 1e-8 of the residual.
int iterations(const MatrixView& matrix, Multigrid& multigrid) {
  const auto n = static_cast<std::size_t>(matrix.n_rows());
  std::vector<double> r(n, 1.0), z(n), q(n), p(n + static_cast<std::size_t>(matrix.n_ghosts()));
  const double start = std::sqrt(dot(r, r));
  double rz_before = 1;
  for (int iteration = 1; iteration <= 100; ++iteration) {
    multigrid.apply(r, z);
    const double rz = dot(r, z), beta = iteration == 1 ? 0 : rz / rz_before;
    for (std::size_t i = 0; i < n; ++i) p[i] = z[i] + beta * p[i];
    multiply(matrix, p, q);
    const double alpha = rz / dot(std::span(p).first(n), q);
    for (std::size_t i = 0; i < n; ++i) r[i] -= alpha * q[i];
    rz_before = rz;
    if (std::sqrt(dot(r, r)) <= 1e-8 * start) return iteration;
  }
  return 1000;
}

int iterations(const MatrixView& matrix, const SetupHierarchy& hierarchy) {
  return iterations(matrix, *make_multigrid(hierarchy, {}));
}

double operator_complexity(const SetupHierarchy& hierarchy) {
  const auto nonzeros = [](const SetupLevel& level) {
    return comm::all_sum(test::world(), GlobalIndex{level.matrix.diagonal.n_nonzeros()} +
                                            level.matrix.off_diagonal.n_nonzeros());
  };
  GlobalIndex sum = 0;
  for (const SetupLevel& level : hierarchy.levels) sum += nonzeros(level);
  return static_cast<double>(sum) / static_cast<double>(nonzeros(hierarchy.levels.front()));
}

TEST(AggregationHierarchy, SolvesLaplaciansInFewIterations) {
  for (const auto stencil : {test::Stencil::star, test::Stencil::box}) {
    const auto matrix = test::make_square(18 * 18 * 18, test::laplacian(18, 18, 18, stencil));
    const SetupHierarchy hierarchy = build_hierarchy(matrix.view(), aggregation());
    EXPECT_GE(hierarchy.levels.size(), 3u);
    EXPECT_LE(operator_complexity(hierarchy), stencil == test::Stencil::star ? 1.6 : 1.1);
    EXPECT_LE(iterations(matrix.view(), hierarchy), 15);
  }
}

TEST(AggregationHierarchy, LeavesUncoupledRowsToTheSmoother) {
  const auto laplacian = test::laplacian(12, 12, 12, test::Stencil::star);
  const auto matrix = test::make_square(12 * 12 * 12 + 500, [&](GlobalIndex row) {
    return row < 12 * 12 * 12 ? laplacian(row) : test::Row{{row, 3.0}};
  });
  EXPECT_LE(iterations(matrix.view(), build_hierarchy(matrix.view(), aggregation())), 15);
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
  const int with = iterations(matrix_.view(), with_modes), without = iterations(matrix_.view(), translations);
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
