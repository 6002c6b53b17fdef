// SPDX-License-Identifier: Apache-2.0
// DANCE and PB-L-BFGS on samples: their optimum, and the same decisions and bits on any ranks and threads.
#include <cmath>
#include <functional>
#include <vector>

#include <gtest/gtest.h>
#include <petsctao.h>

#include "optim/pblbfgs/lbfgs_memory.hpp"
#include "optim/problem/linear_model.hpp"
#include "optim/problem/regularized_objective.hpp"
#include "solvers/base/counter_hash.hpp"
#include "tests/optim/petsc/solve_samples.hpp"
#include "tests/support/petsc_leaks.hpp"

namespace trireme::optim {
namespace {

using petsc::check;
using test::expect_same;
using test::Problem;
using test::solve;
using test::Solved;

constexpr GlobalIndex n_features = 20;

// Two classes with noise, sorted by label: without the random order every rank would have one class.
std::shared_ptr<const Samples> made_samples(const comm::Communicator& comm, GlobalIndex n) {
  RawSamples rows;
  const auto range = threads::thread_range(n, comm.rank(), comm.size());
  for (GlobalIndex row = range.begin; row < range.end; ++row) {
    const double label = row < n / 2 ? -1 : 1;
    for (GlobalIndex j = 0; j < n_features; ++j) {
      const double noise = symmetric_hash(4, row, static_cast<std::uint64_t>(j));
      if (symmetric_hash(3, row, static_cast<std::uint64_t>(j)) > 0) continue;
      rows.columns.push_back(j);
      rows.values.push_back(static_cast<float>(noise + (j % 3 == 0 ? 0.3 * label : 0)));
    }
    rows.offsets.push_back(static_cast<std::int64_t>(rows.columns.size()));
    rows.labels.push_back(label);
  }
  return std::make_shared<const Samples>(
      deal_samples(comm, std::move(rows), {.unit_rows = true, .n_features = n_features}, "made"));
}

double gap(SampleObjective& objective, double lambda, const std::vector<double>& w,
           const std::vector<double>& best) {
  const RegularizedObjective regularized(objective, lambda);
  std::vector<double> g(w.size());
  const SampleSet all{0, objective.size()};
  return regularized.value_gradient(w, all, g) - regularized.value_gradient(best, all, g);
}

class OnSamples : public ::testing::Test {
 protected:
  OnSamples()
      : comm_(PETSC_COMM_WORLD),
        model_(made_samples(comm_, n), LinearLoss::logistic, Accumulation::reproducible),
        alone_(made_samples(comm::Communicator::self(), n), LinearLoss::logistic,
               Accumulation::reproducible) {}

  // Newton's method to the last digit, for c = 1 and gamma = 1.
  std::vector<double> optimum() {
    return solve(model_, {.options = {{"-tao_dance_stop", "tao"}, {"-tao_dance_hess_fraction", "1"}},
                          .tolerance = 1e-11})
        .weights;
  }

  static constexpr GlobalIndex n = 1500;
  comm::Communicator comm_;
  LinearModel model_, alone_;
};

const std::vector<std::pair<std::string, std::string>> small_start{{"-tao_dance_m0", "40"},
                                                                   {"-tao_dance_hess_min", "20"}};

TEST_F(OnSamples, DanceEndsWithinTheStatisticalAccuracy) {
  const std::vector<double> best = optimum();
  const Solved run = solve(model_, {.options = small_start});
  EXPECT_EQ(run.reason, TAO_CONVERGED_USER);
  EXPECT_LE(gap(model_, 1.0 / n, run.weights, best), 1.0 / n);
  EXPECT_GE(gap(model_, 1.0 / n, run.weights, best), 0);
  ASSERT_EQ(run.stages.size(), 3u);  // 94, 375, 1500
  EXPECT_EQ(run.stages.back().samples, n);
}

TEST_F(OnSamples, ThePublishedFormEndsWithItsCertificate) {
  const std::vector<double> best = optimum();
  auto options = small_start;
  options.emplace_back("-tao_dance_published", "1");
  options.emplace_back("-tao_dance_localhess_rows", "100");
  const Solved run = solve(model_, {.options = options});
  EXPECT_EQ(run.reason, TAO_CONVERGED_GATOL);
  EXPECT_LE(gap(model_, 1.0 / n, run.weights, best), 1.0 / n);
  EXPECT_LE(run.stages.back().gradient_norm, std::sqrt(2.0) / n);
  EXPECT_EQ(run.stages.size(), 6u);  // 47, 94, ..., 750, 1500
}

TEST_F(OnSamples, PblbfgsReachesTheOptimum) {
  const double lambda = 1.0 / n;
  const std::vector<double> best = optimum();
  using Options = std::vector<std::pair<std::string, std::string>>;
  for (Options options : {Options{}, {{"-tao_pblbfgs_search", "batch"}}, {{"-tao_pblbfgs_mode", "fo"}}}) {
    options.emplace_back("-tao_pblbfgs_s0", "60");
    const Solved run =
        solve(model_, {.type = "pblbfgs", .options = options, .lambda = lambda, .tolerance = 1e-7});
    EXPECT_EQ(run.reason, TAO_CONVERGED_GATOL) << options.front().second;
    EXPECT_LE(std::fabs(gap(model_, lambda, run.weights, best)), 1e-11) << options.front().second;
  }
}

// Both searches take all first steps, so the iterates are the same: one saves the values over the batch, the
// other's only evaluations but gradients and moments.
TEST_F(OnSamples, AStepThatTheSharedSamplesAcceptNeedsNoValueOverTheBatch) {
  const auto passes_by = [&](const char* search, Solved& run) {
    const double before = model_.work().passes(n);
    run = solve(model_, {.type = "pblbfgs",
                         .options = {{"-tao_pblbfgs_s0", "200"},
                                     {"-tao_pblbfgs_theta", "100"},
                                     {"-tao_pblbfgs_growth", "1"},
                                     {"-tao_pblbfgs_search", search}},
                         .max_iterations = 3});
    return model_.work().passes(n) - before;
  };
  Solved by_overlap, by_batch;
  const double with = passes_by("overlap", by_overlap), without = passes_by("batch", by_batch);
  EXPECT_EQ(by_overlap.weights, by_batch.weights);
  EXPECT_NEAR(without - with, 3 * 0.5 * 200 / n, 1e-12);
}

// `alone_` holds all samples on every rank, so a rank solves without the others, on one thread.
TEST_F(OnSamples, DecisionsAndBitsAreThoseOfOneRankAndThread) {
  auto published = small_start;
  published.emplace_back("-tao_dance_published", "1");
  published.emplace_back("-tao_dance_localhess_rows", "30");
  const std::vector<Problem> setups{
      {.options = small_start},
      {.options = published},
      {.type = "pblbfgs", .options = {{"-tao_pblbfgs_s0", "60"}}, .max_iterations = 30},
      {.type = "pblbfgs",
       .options = {{"-tao_pblbfgs_s0", "60"}, {"-tao_pblbfgs_mode", "fo"}},
       .max_iterations = 30}};
  for (const Problem& setup : setups) {
    const Solved run = solve(model_, setup);
    const threads::ThreadCountScope one(1);
    expect_same(run, solve(alone_, setup));
  }
}

TEST_F(OnSamples, ARunThatGoesOnHasTheBitsOfOneThatWasNotStopped) {
  const std::vector<Problem> setups{
      {.options = small_start},
      {.type = "pblbfgs", .options = {{"-tao_pblbfgs_s0", "60"}}, .max_iterations = 40}};
  for (const Problem& setup : setups) {
    const Solved whole = solve(model_, setup);
    OptimizerState state;
    Problem first = setup;
    first.observer = [&](const Iterate& iterate) {
      if (iterate.iteration < 5) return false;
      state = iterate.state();
      return true;
    };
    solve(model_, first);
    Problem second = setup;
    second.resume = state;
    const Solved rest = solve(model_, second);
    EXPECT_EQ(rest.weights, whole.weights) << setup.type;
    EXPECT_EQ(rest.iterations, whole.iterations) << setup.type;
  }
}

// An objective that breaks after some evaluations.
class Breaking final : public SampleObjective {
 public:
  Breaking(SampleObjective& sound, int breaks_after) : sound_(sound), left_(breaks_after) {}
  const comm::Communicator& comm() const override { return sound_.comm(); }
  GlobalIndex size() const override { return sound_.size(); }
  GlobalIndex dim() const override { return sound_.dim(); }
  bool is_convex() const override { return true; }
  double value_gradient(std::span<const double> w, SampleSet set, std::span<double> g) override {
    const double f = sound_.value_gradient(w, set, g);
    if (--left_ >= 0) return f;
    for (double& entry : g) entry = std::nan("");
    return std::nan("");
  }
  double value(std::span<const double> w, SampleSet set) override {
    return left_ > 0 ? sound_.value(w, set) : std::nan("");
  }
  void hessian_product(std::span<const double> w, SampleSet set, std::span<const double> u,
                       std::span<double> product) override {
    sound_.hessian_product(w, set, u, product);
  }
  SampleMoments directional_moments(std::span<const double> w, SampleSet set,
                                    std::span<const double> u) override {
    return sound_.directional_moments(w, set, u);
  }
  SampleMoments gradient_norm_moments(std::span<const double> w, SampleSet set) override {
    return sound_.gradient_norm_moments(w, set);
  }

 private:
  SampleObjective& sound_;
  int left_;
};

TEST_F(OnSamples, NanEndsARunAtThePointBeforeItBitByBit) {
  for (const char* step : {"linesearch", "damped"}) {
    Breaking broken(model_, 6);
    const Solved run = solve(
        broken,
        {.options = {{"-tao_dance_m0", "1500"}, {"-tao_dance_step", step}, {"-tao_dance_stop", "tao"}}});
    EXPECT_LT(run.reason, 0) << step;
    EXPECT_GE(run.iterations, 1) << step;
    EXPECT_EQ(run.weights, run.last_observed) << step;
  }
  Breaking broken(model_, 8);
  const Solved run = solve(broken, {.type = "pblbfgs", .options = {{"-tao_pblbfgs_s0", "1500"}}});
  EXPECT_LT(run.reason, 0);
  EXPECT_GE(run.iterations, 1);
  EXPECT_EQ(run.weights, run.last_observed);
}

TEST(FewSamples, ThreeRowsOnAnyRanks) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  LinearModel model(made_samples(comm, 3), LinearLoss::logistic, Accumulation::reproducible);
  EXPECT_GT(solve(model, {}).reason, 0);
  EXPECT_GT(solve(model, {.type = "pblbfgs", .lambda = 0.1}).reason, 0);
}

// Ten copies of the samples: the mean loss is the same, and so are the steps on all samples.
TEST(Copies, OfTheSamplesChangeNothing) {
  const comm::Communicator self = comm::Communicator::self();
  const auto repeated = [&](int copies) {
    RawSamples rows;
    for (int copy = 0; copy < copies; ++copy)
      for (GlobalIndex row = 0; row < 200; ++row) {
        for (GlobalIndex j = 0; j < n_features; ++j) {
          rows.columns.push_back(j);
          rows.values.push_back(static_cast<float>(symmetric_hash(7, row, static_cast<std::uint64_t>(j))));
        }
        rows.offsets.push_back(static_cast<std::int64_t>(rows.columns.size()));
        rows.labels.push_back(row % 2 == 0 ? 1 : -1);
      }
    return std::make_shared<const Samples>(deal_samples(self, std::move(rows), {}, "made"));
  };
  LinearModel once(repeated(1), LinearLoss::logistic, Accumulation::reproducible),
      ten_times(repeated(10), LinearLoss::logistic, Accumulation::reproducible);
  const Problem setup{
      .type = "pblbfgs", .options = {{"-tao_pblbfgs_s0", "100000"}}, .lambda = 1e-2, .tolerance = 1e-8};
  const Solved a = solve(once, setup), b = solve(ten_times, setup);
  EXPECT_EQ(a.iterations, b.iterations);
  for (std::size_t i = 0; i < a.weights.size(); ++i) EXPECT_NEAR(a.weights[i], b.weights[i], 1e-12);
}

// Curvature 1e-6 is far below the identity's, which is all that is known before the first pair.
TEST(LbfgsMemory, TakesItsFirstPairAtAnyScale) {
  const PblbfgsOptions options;
  LbfgsMemory memory(options.history);
  const std::vector<double> s{1, -2}, y{1e-6, -2e-6};
  EXPECT_TRUE(memory.update(s, y, s, options));
  const std::vector<double> product = memory.times(std::vector<double>{3, 4});
  EXPECT_NEAR(product[0], 3e6, 1e-6);
  EXPECT_NEAR(product[1], 4e6, 1e-6);
  // From then on: y's = 0.001 s'B s is too little, 0.02 s'B s enough.
  EXPECT_FALSE(memory.update({1, 0}, {1e-9, 0}, std::vector<double>{1e-6, 0}, options));
  EXPECT_TRUE(memory.update({1, 0}, {2e-8, 0}, std::vector<double>{1e-6, 0}, options));
}

TEST(DanceOptions, OutOfRangeAreRefused) {
  check(register_types());
  PetscHolder<Tao> tao;
  check(TaoCreate(PETSC_COMM_WORLD, tao.place()));
  check(TaoSetType(tao.get(), "dance"));
  check(PetscOptionsSetValue(nullptr, "-tao_dance_alpha", "1"));
  {
    const trireme::test::PetscLeaksOnError leaks;
    EXPECT_NE(static_cast<int>(TaoSetFromOptions(tao.get())), 0);
  }
  check(PetscOptionsClearValue(nullptr, "-tao_dance_alpha"));
}

}  // namespace
}  // namespace trireme::optim
