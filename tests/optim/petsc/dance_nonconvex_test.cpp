// SPDX-License-Identifier: Apache-2.0
// DANCE where the loss is not convex: Levenberg damping, what it does on negative curvature, and networks.
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "optim/petsc/newton_system.hpp"
#include "optim/problem/network.hpp"
#include "solvers/base/counter_hash.hpp"
#include "tests/optim/petsc/solve_samples.hpp"

namespace trireme::optim {
namespace {

using test::expect_same;
using test::Problem;
using test::solve;
using test::Solved;

constexpr GlobalIndex n_samples = 1000;

// (x^2 - 1)^2 / 4 + y^2 / 2 for every sample: two wells at x = +-1, a saddle between them. Its Gauss-Newton
// matrix is diag(2 x^2, 1), which may be told with a factor.
class TwoWells final : public SampleObjective {
 public:
  explicit TwoWells(double factor = 1) : factor_(factor) {}
  const comm::Communicator& comm() const override { return comm_; }
  GlobalIndex size() const override { return n_samples; }
  GlobalIndex dim() const override { return 2; }
  bool is_convex() const override { return false; }
  double value_gradient(std::span<const double> w, SampleSet, std::span<double> g) override {
    const double r = w[0] * w[0] - 1;
    g[0] = r * w[0];
    g[1] = w[1];
    return 0.25 * r * r + 0.5 * w[1] * w[1];
  }
  double value(std::span<const double> w, SampleSet set) override {
    std::vector<double> g(2);
    return value_gradient(w, set, g);
  }
  void hessian_product(std::span<const double> w, SampleSet, std::span<const double> u,
                       std::span<double> product) override {
    product[0] = (3 * w[0] * w[0] - 1) * u[0];
    product[1] = u[1];
  }
  void gauss_newton_product(std::span<const double> w, SampleSet, std::span<const double> u,
                            std::span<double> product) override {
    product[0] = factor_ * 2 * w[0] * w[0] * u[0];
    product[1] = factor_ * u[1];
  }
  SampleMoments directional_moments(std::span<const double>, SampleSet set,
                                    std::span<const double>) override {
    return {.count = set.count};
  }
  SampleMoments gradient_norm_moments(std::span<const double>, SampleSet set) override {
    return {.count = set.count};
  }

 private:
  comm::Communicator comm_{PETSC_COMM_WORLD};
  double factor_;
};

struct OfTwoWells {
  TwoWells wells;
  RegularizedObjective objective{wells, 0};
  NewtonDirection direction(RegularizedObjective::Curvature curvature, const std::vector<double>& w,
                            const std::vector<double>& g, double damping) {
    petsc::check(register_types());
    NewtonSystem system(objective, curvature, "tao_dance_", 0, 0);
    return system.solve(w, {0, n_samples}, damping, g, 1e-12);
  }
};

using Curvature = RegularizedObjective::Curvature;

TEST(NewtonSystem, SolvesWithGaussNewtonAndDamping) {
  OfTwoWells problem;
  const NewtonDirection found = problem.direction(Curvature::gauss_newton, {2, 0}, {3, 5}, 0.5);
  EXPECT_FALSE(found.negative_curvature);
  EXPECT_NEAR(found.v[0], 3 / 8.5, 1e-12);
  EXPECT_NEAR(found.v[1], 5 / 1.5, 1e-12);
}

// H = diag(-1, 1) and g = (1, 2): CG's first step along g, where g'H g = 3, is 5 / 3 g. Its second direction
// has negative curvature.
TEST(NewtonSystem, EndsWithTheLastIterateBeforeNegativeCurvature) {
  OfTwoWells problem;
  const NewtonDirection found = problem.direction(Curvature::hessian, {0, 0}, {1, 2}, 0);
  EXPECT_TRUE(found.negative_curvature);
  EXPECT_NEAR(found.v[0], 5.0 / 3, 1e-14);
  EXPECT_NEAR(found.v[1], 10.0 / 3, 1e-14);
}

TEST(NewtonSystem, FollowsTheGradientWhereItsOwnCurvatureIsNegative) {
  OfTwoWells problem;
  const NewtonDirection found = problem.direction(Curvature::hessian, {0, 0}, {2, 1}, 0);
  EXPECT_TRUE(found.negative_curvature);
  EXPECT_EQ(found.v, (std::vector<double>{2, 1}));
}

const std::vector<std::pair<std::string, std::string>> to_the_end{
    {"-tao_dance_stop", "tao"}, {"-tao_dance_hess_fraction", "1"}, {"-tao_dance_m0", "1000"}};

// Newton's own direction leads to the saddle, whose gradient is zero as well.
TEST(Dance, LeavesTheSaddleForAMinimum) {
  for (const char* curvature : {"hessian", "gauss_newton"}) {
    TwoWells wells;
    auto options = to_the_end;
    options.emplace_back("-tao_dance_curvature", curvature);
    const Solved run = solve(wells, {.options = options, .start = {0.05, 0.3}});
    EXPECT_EQ(run.reason, TAO_CONVERGED_GATOL) << curvature;
    EXPECT_NEAR(run.weights[0], std::sqrt(1 - 1.0 / n_samples), 1e-8) << curvature;
    EXPECT_NEAR(run.weights[1], 0, 1e-8) << curvature;
  }
}

// The damping at the start and behind every step.
std::vector<double> dampings(double factor, const char* first) {
  TwoWells wells(factor);
  std::vector<double> all;
  Problem problem{.options = to_the_end, .max_iterations = 4, .start = {1, 0.5}};
  problem.options.emplace_back("-tao_dance_damping", first);
  problem.observer = [&](const Iterate& iterate) {
    all.push_back(iterate.state().number("damping"));
    return false;
  };
  solve(wells, problem);
  return all;
}

TEST(Dance, DampsLessWhereTheModelHolds) {
  const std::vector<double> found = dampings(1, "1");
  ASSERT_GE(found.size(), 4u);
  for (std::size_t k = 1; k < 4; ++k) EXPECT_NEAR(found[k], found[k - 1] / 1.5, 1e-15) << k;
}

// A model with 0.022 of the curvature promises far more than a step gives: y goes from 0.5 to -0.447, a
// twentieth of the reduction that was predicted.
TEST(Dance, DampsMoreWhereTheModelPromisesTooMuch) {
  const std::vector<double> found = dampings(0.022, "0.01");
  ASSERT_GE(found.size(), 2u);
  EXPECT_NEAR(found[1], 0.015, 1e-15);
}

// Two interleaved spirals: no linear model tells them apart.
std::shared_ptr<const Samples> spirals(const comm::Communicator& comm, GlobalIndex n) {
  RawSamples rows;
  const auto range = threads::thread_range(n, comm.rank(), comm.size());
  for (GlobalIndex row = range.begin; row < range.end; ++row) {
    const bool second = row >= n / 2;
    const double t = 0.3 + 0.7 * symmetric_hash(5, row, 0) * symmetric_hash(5, row, 0);
    const double angle = 4 * t + (second ? std::numbers::pi : 0);
    for (std::int64_t j = 0; j < 3; ++j) rows.columns.push_back(j);
    rows.values.push_back(static_cast<float>(2 * t * std::cos(angle)));
    rows.values.push_back(static_cast<float>(2 * t * std::sin(angle)));
    rows.values.push_back(1);
    rows.offsets.push_back(static_cast<std::int64_t>(rows.columns.size()));
    rows.labels.push_back(second ? 1 : 0);
  }
  return std::make_shared<const Samples>(deal_samples(comm, std::move(rows), {}, "spirals"));
}

class OnNetworks : public ::testing::Test {
 protected:
  static constexpr GlobalIndex n = 120;
  Network network_{spirals(comm::Communicator(PETSC_COMM_WORLD), n), perceptron(3, {6}, 2),
                   Accumulation::reproducible};
  Network alone_{spirals(comm::Communicator::self(), n), perceptron(3, {6}, 2), Accumulation::reproducible};
  std::vector<double> start_ = network_.initial_weights(3);
};

TEST_F(OnNetworks, TheFirstTwentyDecisionsAreThoseOfOneRankAndThread) {
  for (const char* type : {"dance", "pblbfgs"}) {
    const Problem setup{.type = type,
                        .options = {{"-tao_dance_m0", "30"},
                                    {"-tao_dance_hess_min", "10"},
                                    {"-tao_dance_stop", "tao"},
                                    {"-tao_pblbfgs_s0", "30"}},
                        .max_iterations = 20,
                        .start = start_};
    const Solved run = solve(network_, setup);
    EXPECT_EQ(run.iterations, 20) << type;
    const threads::ThreadCountScope one(1);
    expect_same(run, solve(alone_, setup));
  }
}

TEST_F(OnNetworks, DanceEndsAtAStationaryPointThatTellsTheSpiralsApart) {
  auto options = to_the_end;
  options.emplace_back("-tao_dance_max_newton", "1000");
  const Solved run =
      solve(network_, {.options = options, .max_iterations = 1000, .tolerance = 1e-4, .start = start_});
  EXPECT_EQ(run.reason, TAO_CONVERGED_GATOL);
  std::vector<double> g(run.weights.size());
  const RegularizedObjective regularized(network_, 1.0 / n);
  regularized.value_gradient(run.weights, {0, n}, g);
  EXPECT_LE(norm2(g), 1e-4);
  EXPECT_GE(network_.assess(run.weights, *spirals(comm::Communicator(PETSC_COMM_WORLD), n)).accuracy, 0.98);
}

}  // namespace
}  // namespace trireme::optim
