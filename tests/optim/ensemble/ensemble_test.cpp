// SPDX-License-Identifier: Apache-2.0
// The choice of an ensemble's members and what it does, against cases worked out by hand.
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "optim/ensemble/selection.hpp"
#include "optim/ensemble/simplex_program.hpp"
#include "optim/ensemble/strategies.hpp"
#include "optim/train/learning_rate.hpp"
#include "optim/train/snapshots.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::optim {
namespace {

using Numbers = std::vector<double>;

TEST(SimplexProgram, OfADiagonalMatrixIsTheHarmonicShare) {
  const Numbers w = minimise_on_simplex(Numbers{1, 0, 0, 0, 2, 0, 0, 0, 4}, 3);
  EXPECT_NEAR(w[0], 4.0 / 7, 1e-14);
  EXPECT_NEAR(w[1], 2.0 / 7, 1e-14);
  EXPECT_NEAR(w[2], 1.0 / 7, 1e-14);
}

TEST(SimplexProgram, StaysOnAFaceWhereTheRestWouldBeNegative) {
  // Without w >= 0 the minimum were at (5/4, -1/4).
  const Numbers w = minimise_on_simplex(Numbers{1, 1.5, 1.5, 3.6}, 2);
  EXPECT_EQ(w, (Numbers{1, 0}));
}

TEST(SimplexProgram, TakesSingularMatrices) {
  EXPECT_EQ(minimise_on_simplex(Numbers{0, 0, 0, 0}, 2), (Numbers{1, 0}));
  const Numbers w = minimise_on_simplex(Numbers{1, -1, 0, -1, 1, 0, 0, 0, 1}, 3);
  EXPECT_NEAR(w[0], 0.5, 1e-14);
  EXPECT_NEAR(w[1], 0.5, 1e-14);
}

// Optimality on the simplex: (B w)_i >= w'B w for all i, with equality where w_i > 0.
TEST(SimplexProgram, MeetsTheConditionsOfOptimality) {
  constexpr int n = 7;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Numbers a(n * n), b(n * n, 0.0);
    for (std::size_t i = 0; i < a.size(); ++i)
      a[i] = symmetric_hash(seed, static_cast<GlobalIndex>(i), 0) + 0.4;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t k = 0; k < n; ++k) b[i * n + j] += a[k * n + i] * a[k * n + j];
    const Numbers w = minimise_on_simplex(b, n);
    Numbers product(n, 0.0);
    double value = 0, sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) product[i] += b[i * n + j] * w[j];
      value += w[i] * product[i];
      sum += w[i];
      EXPECT_GE(w[i], 0);
    }
    EXPECT_NEAR(sum, 1, 1e-12);
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_GE(product[i], value - 1e-10);
      if (w[i] > 0) {
        EXPECT_NEAR(product[i], value, 1e-10);
      }
    }
  }
}

TEST(Strategies, AMajorityWinsAndTiesAreRandom) {
  const std::vector<int> clear{2, 0, 2}, tie{1, 0, 0, 1};
  EXPECT_EQ(majority_vote(clear, 0), 2);
  EXPECT_EQ(majority_vote(clear, 1), 2);
  EXPECT_EQ(majority_vote(tie, 0), 0);
  EXPECT_EQ(majority_vote(tie, 1), 1);
}

TEST(Strategies, BinsAndOutliersLeaveABiasedMemberOut) {
  const Numbers actions{1.0, 1.1, 1.07, 9.0};
  EXPECT_NEAR(average(actions, 1)[0], 3.0425, 1e-14);
  EXPECT_NEAR(fullest_bin(actions, 1)[0], 3.17 / 3, 1e-14);
  EXPECT_NEAR(average_without_outliers(actions, 1)[0], 1.085, 1e-14);  // 9 goes, then 1.0
  EXPECT_EQ(fullest_bin(Numbers{3, 3}, 1)[0], 3);
}

TEST(Strategies, TheDensestActionHasNeighbours) {
  const Numbers actions{0, 0, 5, 5, 5.00005, 5, 9, 9};
  EXPECT_EQ(densest(actions, 2), (Numbers{5, 5}));
  EXPECT_EQ(average_without_outliers(actions, 2), (Numbers{(5 + 5.00005) / 2, 5}));
}

// A run that broke leaves such members.
TEST(Strategies, MembersThatAreNotFiniteDoNotTakePart) {
  const double nan = std::nan(""), infinite = std::numeric_limits<double>::infinity();
  const Numbers actions{nan, 1.0, 1.1, infinite, 1.07, 9.0, -infinite};
  EXPECT_NEAR(average(actions, 1)[0], 3.0425, 1e-14);
  EXPECT_NEAR(fullest_bin(actions, 1)[0], 3.17 / 3, 1e-14);
  EXPECT_NEAR(average_without_outliers(actions, 1)[0], 1.085, 1e-14);
  EXPECT_EQ(densest(Numbers{nan, 5, 5, 9}, 1), Numbers{5});
  const Numbers none{nan, nan, infinite};
  for (const Numbers& result :
       {average(none, 1), fullest_bin(none, 1), densest(none, 1), average_without_outliers(none, 1)})
    EXPECT_FALSE(std::isfinite(result[0]));
  EXPECT_TRUE(std::isfinite(fullest_bin(Numbers{-1e308, 1e308, 1e308}, 1)[0]));
}

Samples made_samples(const comm::Communicator& comm, LabelKind labels) {
  constexpr GlobalIndex n = 12;
  RawSamples rows;
  const auto range = threads::thread_range(n, comm.rank(), comm.size());
  for (GlobalIndex row = range.begin; row < range.end; ++row) {
    rows.columns.push_back(0);
    rows.values.push_back(static_cast<float>(row));
    rows.offsets.push_back(static_cast<std::int64_t>(rows.columns.size()));
    rows.labels.push_back(static_cast<double>(row % 2));
  }
  return deal_samples(comm, std::move(rows), {.labels = labels}, "made");
}

// f(member, row of the file, class) gives scores of two classes.
template <class F>
MemberOutputs made_outputs(const Samples& samples, int n_members, F&& f) {
  MemberOutputs outputs{.width = 2};
  for (int member = 0; member < n_members; ++member) {
    Numbers scores;
    for (const GlobalIndex row : samples.file_rows)
      for (int k = 0; k < 2; ++k) scores.push_back(f(member, row, k));
    outputs.scores.push_back(scores);
  }
  return outputs;
}

Numbers matrix_of(const Samples& samples, const MemberOutputs& outputs, const Numbers& of_ensemble,
                  const SelectionOptions& options) {
  return selection_matrix(samples.comm, kind_of(samples), outputs, member_losses(samples, outputs),
                          of_ensemble, options);
}

TEST(Selection, TheMatrixIsThatOfItsFormula) {
  const Samples samples = made_samples(comm::Communicator(PETSC_COMM_WORLD), LabelKind::classes);
  // Member 0 says class 0 always, with probability 0.8; member 1 is right with 0.9.
  const double sure = std::log(4.0), surer = std::log(9.0);
  const MemberOutputs outputs = made_outputs(samples, 2, [&](int member, GlobalIndex row, int k) {
    return member == 0 ? (k == 0 ? sure : 0) : (k == row % 2 ? surer : 0);
  });
  const Numbers of_ensemble(samples.targets.size(), 0.0);  // class 0 always
  const Numbers b = matrix_of(samples, outputs, of_ensemble, {.beta = 1.2, .threshold = 0.5});
  const auto kl = [](double p, double q) {
    return p * std::log(p / q) + (1 - p) * std::log((1 - p) / (1 - q));
  };
  // Rows of class 0: nobody errs. Rows of class 1: member 0 errs and is the ensemble.
  const double even0 = -1.2 * kl(0.8, 0.9), even1 = -1.2 * kl(0.9, 0.8), odd0 = 1 - 1.2 * kl(0.8, 0.1),
               odd1 = -1.2 * kl(0.1, 0.8);
  EXPECT_NEAR(b[0], (even0 * even0 + odd0 * odd0) / 2, 1e-14);
  EXPECT_NEAR(b[1], (even0 * even1 + odd0 * odd1) / 2, 1e-14);
  EXPECT_EQ(b[1], b[2]);
  EXPECT_NEAR(b[3], (even1 * even1 + odd1 * odd1) / 2, 1e-14);
}

TEST(Selection, WithoutDivergenceTheMemberThatErrsIsNotTaken) {
  const Samples samples = made_samples(comm::Communicator(PETSC_COMM_WORLD), LabelKind::classes);
  const MemberOutputs outputs = made_outputs(samples, 3, [](int member, GlobalIndex row, int k) {
    return member == 1 ? (k == 0 ? 3 : 0) : (k == row % 2 ? 2 : 0);
  });
  const Numbers of_ensemble(samples.targets.size(), 0.0);
  const Numbers b = matrix_of(samples, outputs, of_ensemble, {.beta = 0, .threshold = 0.5});
  const Numbers w = minimise_on_simplex(b, 3);
  EXPECT_EQ(w[1], 0);
  EXPECT_EQ(largest_weights(Numbers{0.2, 0.5, 0.3}, 2), (std::vector<int>{1, 2}));
  EXPECT_EQ(largest_weights(Numbers{0.5, 0, 0.5}, 1), (std::vector<int>{2}));
}

TEST(Ensemble, AccuracyIsThatOfTheMajority) {
  const Samples samples = made_samples(comm::Communicator(PETSC_COMM_WORLD), LabelKind::classes);
  // Each member is wrong on another third of the rows.
  const MemberOutputs outputs = made_outputs(samples, 3, [](int member, GlobalIndex row, int k) {
    const bool wrong = row % 3 == member;
    return k == (wrong ? 1 - row % 2 : row % 2) ? 1 : 0;
  });
  const std::vector<int> all{0, 1, 2}, first{0};
  for (const Strategy strategy : {Strategy::vote, Strategy::average}) {
    EXPECT_EQ(accuracy_of(samples, ensemble_output(samples, outputs, all, strategy, 1)), 1);
    EXPECT_NEAR(accuracy_of(samples, ensemble_output(samples, outputs, first, strategy, 1)), 8.0 / 12, 1e-15);
  }
}

TEST(Ensemble, BinningIsBetterThanTheAverageWhereOneMemberIsBiased) {
  const Samples samples = made_samples(comm::Communicator(PETSC_COMM_WORLD), LabelKind::numbers);
  MemberOutputs outputs{.width = 1};
  for (const double bias : {0.01, -0.01, 0.0, 2.0}) {
    Numbers scores;
    for (const double target : samples.targets) scores.push_back(target + bias);
    outputs.scores.push_back(scores);
  }
  const std::vector<int> all{0, 1, 2, 3};
  const auto accuracy = [&](Strategy strategy) {
    return accuracy_of(samples, ensemble_output(samples, outputs, all, strategy, 1));
  };
  EXPECT_NEAR(accuracy(Strategy::average), 1 - 0.5 * 0.5 / 0.25, 1e-12);
  EXPECT_NEAR(accuracy(Strategy::binning), 1, 1e-12);
  EXPECT_NEAR(accuracy(Strategy::elimination), 1, 1e-3);
  EXPECT_NEAR(accuracy(Strategy::density), 1, 1e-3);
}

TEST(Cycles, BeginAtTheRateAndEndNearZero) {
  const RateSchedule schedule{.rate = 0.4, .cycles = 3};
  int ends = 0;
  for (int step = 1; step <= 30; ++step) {
    if (step % 10 == 1) {
      EXPECT_DOUBLE_EQ(rate_of_step(schedule, step, 30), 0.4) << step;
    }
    if (step % 10 == 6) {
      EXPECT_NEAR(rate_of_step(schedule, step, 30), 0.2, 1e-15) << step;
    }
    ends += ends_cycle(schedule, step, 30) ? 1 : 0;
  }
  EXPECT_EQ(ends, 3);
  EXPECT_TRUE(ends_cycle(schedule, 10, 30));
  EXPECT_FALSE(ends_cycle(schedule, 0, 30));
}

TEST(Snapshots, TravelWithTheState) {
  SnapshotStore store;
  const Numbers first{1, 2}, second{3, 4};
  store.observe({.ends_cycle = true, .weights = &first});
  store.observe({.ends_cycle = false, .weights = &second});
  store.observe({.ends_cycle = true, .weights = &second});
  OptimizerState state;
  store.save(state);
  SnapshotStore other;
  other.restore(state);
  EXPECT_EQ(other.members(), (std::vector<Numbers>{first, second}));
}

}  // namespace
}  // namespace trireme::optim
