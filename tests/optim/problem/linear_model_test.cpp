// SPDX-License-Identifier: Apache-2.0
#include "optim/problem/linear_model.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "optim/data/permutation.hpp"
#include "tests/optim/problem/taylor.hpp"

namespace trireme::optim {
namespace {

using test::random_vector;

constexpr GlobalIndex n_features = 9;

// Rows [begin, end) of n made ones; their classes from the row's number, sorted when asked for.
RawSamples made_rows(GlobalIndex begin, GlobalIndex end, GlobalIndex n, int n_classes, bool dense,
                     bool sorted) {
  RawSamples rows;
  for (GlobalIndex row = begin; row < end; ++row) {
    for (GlobalIndex j = 0; j < n_features; ++j) {
      if (!dense && symmetric_hash(3, row, static_cast<std::uint64_t>(j)) > -0.5) continue;
      rows.columns.push_back(j);
      rows.values.push_back(static_cast<float>(symmetric_hash(4, row, static_cast<std::uint64_t>(j))));
    }
    rows.offsets.push_back(static_cast<std::int64_t>(rows.columns.size()));
    if (n_classes == 0)
      rows.labels.push_back(3 * symmetric_hash(5, row, 0));
    else
      rows.labels.push_back(sorted ? static_cast<double>(row * n_classes / n)
                                   : static_cast<double>(row % n_classes));
  }
  return rows;
}

std::shared_ptr<const Samples> made_samples(GlobalIndex n, int n_classes, bool dense, bool sorted = false) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto range = threads::thread_range(n, comm.rank(), comm.size());
  const DealOptions options{.labels = n_classes == 0 ? LabelKind::numbers : LabelKind::classes,
                            .n_features = n_features};
  return std::make_shared<const Samples>(
      deal_samples(comm, made_rows(range.begin, range.end, n, n_classes, dense, sorted), options, "made"));
}

LinearLoss loss_of(int n_classes) {
  return n_classes == 0 ? LinearLoss::squares : n_classes == 2 ? LinearLoss::logistic : LinearLoss::softmax;
}

struct Case {
  int n_classes;
  bool dense;
};
const Case cases[] = {{2, false}, {2, true}, {4, false}, {4, true}, {0, false}, {0, true}};

TEST(LinearModel, TaylorSlopesAreTwo) {
  for (const auto& [n_classes, dense] : cases) {
    if (n_classes == 0) continue;  // exact, see below
    LinearModel model(made_samples(150, n_classes, dense), loss_of(n_classes), Accumulation::reproducible);
    const auto w = random_vector(model.dim(), 11), u = random_vector(model.dim(), 12);
    test::expect_taylor_slopes(model, {0, 150}, w, u, 1e-3);
    test::expect_taylor_slopes(model, {120, 70}, w, u, 1e-3);
  }
}

TEST(LinearModel, SquaresAreTheirOwnTaylorSeries) {
  for (const bool dense : {false, true}) {
    LinearModel model(made_samples(150, 0, dense), LinearLoss::squares, Accumulation::reproducible);
    const auto w = random_vector(model.dim(), 11), u = random_vector(model.dim(), 12);
    std::vector<double> g(w.size()), product(w.size());
    const double f = model.value_gradient(w, {0, 150}, g);
    model.hessian_product(w, {0, 150}, u, product);
    EXPECT_NEAR(model.value(test::moved(w, 1, u), {0, 150}), f + dot(g, u) + 0.5 * dot(u, product), 1e-13);
  }
}

// Per-sample values on every rank by the textbook, from the same rows.
struct Explicit {
  std::vector<std::vector<double>> gradients;  // by position
  std::vector<double> losses;
};
Explicit explicit_samples(GlobalIndex n, int n_classes, bool dense, const std::vector<double>& w) {
  const RawSamples rows = made_rows(0, n, n, n_classes, dense, false);
  const Permutation order(n, 1);
  const int width = n_classes > 2 ? n_classes : 1;
  Explicit result;
  result.gradients.resize(static_cast<std::size_t>(n));
  result.losses.resize(static_cast<std::size_t>(n));
  for (GlobalIndex row = 0; row < n; ++row) {
    const auto position = static_cast<std::size_t>(order.position_of(row));
    std::vector<double> z(static_cast<std::size_t>(width)), r(z.size()), g(w.size());
    const auto first = static_cast<std::size_t>(rows.offsets[static_cast<std::size_t>(row)]),
               last = static_cast<std::size_t>(rows.offsets[static_cast<std::size_t>(row) + 1]);
    const auto each = [&](auto&& f) {
      for (std::size_t e = first; e < last; ++e)
        for (std::size_t k = 0; k < z.size(); ++k)
          f(static_cast<std::size_t>(rows.columns[e]) * z.size() + k, k, static_cast<double>(rows.values[e]));
    };
    each([&](std::size_t j, std::size_t k, double x) { z[k] += x * w[j]; });
    const double label = rows.labels[static_cast<std::size_t>(row)];
    if (n_classes == 0) {
      r[0] = z[0] - label;
      result.losses[position] = 0.5 * r[0] * r[0];
    } else if (n_classes == 2) {
      const double y = 2 * label - 1;
      r[0] = -y / (1 + std::exp(y * z[0]));
      result.losses[position] = std::log(1 + std::exp(-y * z[0]));
    } else {
      double total = 0;
      for (const double value : z) total += std::exp(value);
      for (std::size_t k = 0; k < z.size(); ++k)
        r[k] = std::exp(z[k]) / total - (k == static_cast<std::size_t>(label) ? 1 : 0);
      result.losses[position] = std::log(total) - z[static_cast<std::size_t>(label)];
    }
    each([&](std::size_t j, std::size_t k, double x) { g[j] += x * r[k]; });
    result.gradients[position] = g;
  }
  return result;
}

TEST(LinearModel, ValuesGradientsAndMomentsAreThoseOfTheSamples) {
  constexpr GlobalIndex n = 60;
  for (const auto& [n_classes, dense] : cases) {
    for (const Accumulation accumulation : {Accumulation::reproducible, Accumulation::plain}) {
      LinearModel model(made_samples(n, n_classes, dense), loss_of(n_classes), accumulation);
      const auto w = random_vector(model.dim(), 21), u = random_vector(model.dim(), 22);
      const Explicit samples = explicit_samples(n, n_classes, dense, w);
      const SampleSet set{50, 25};
      std::vector<double> mean(w.size()), g(w.size());
      double loss = 0, directional = 0, norms = 0;
      for (GlobalIndex k = 0; k < set.count; ++k) {
        const auto position = static_cast<std::size_t>((set.begin + k) % n);
        add_scaled(1.0 / 25, samples.gradients[position], mean);
        loss += samples.losses[position] / 25;
        directional += dot(samples.gradients[position], u) / 25;
        norms += dot(samples.gradients[position], samples.gradients[position]) / 25;
      }
      double variance = 0, norm_variance = 0;
      for (GlobalIndex k = 0; k < set.count; ++k) {
        const auto& gradient = samples.gradients[static_cast<std::size_t>((set.begin + k) % n)];
        variance += std::pow(dot(gradient, u) - directional, 2) / 24;
        norm_variance += std::pow(dot(gradient, gradient) - norms, 2) / 24;
      }
      EXPECT_NEAR(model.value_gradient(w, set, g), loss, 1e-14);
      for (std::size_t j = 0; j < g.size(); ++j) EXPECT_NEAR(g[j], mean[j], 1e-14);
      const SampleMoments along = model.directional_moments(w, set, u),
                          norm = model.gradient_norm_moments(w, set);
      EXPECT_EQ(along.count, 25);
      EXPECT_NEAR(along.mean, directional, 1e-13);
      EXPECT_NEAR(along.variance, variance, 1e-12 * (1 + variance));
      EXPECT_NEAR(norm.mean, norms, 1e-13 * (1 + norms));
      EXPECT_NEAR(norm.variance, norm_variance, 1e-12 * (1 + norm_variance));
    }
  }
}

TEST(LinearModel, TheCurvatureFactorIsTheHessianOfTheFirstSamples) {
  for (const int n_classes : {2, 0}) {
    for (const bool dense : {false, true}) {
      LinearModel model(made_samples(60, n_classes, dense), loss_of(n_classes), Accumulation::reproducible);
      const auto w = random_vector(model.dim(), 21), u = random_vector(model.dim(), 22);
      const CurvatureFactor factor = model.curvature_factor(w, 17);
      ASSERT_EQ(factor.n_rows(), 17);
      std::vector<double> product(w.size()), expected(w.size());
      model.hessian_product(w, {0, 17}, u, expected);
      for (std::size_t row = 0; row < 17; ++row) {
        const auto first = static_cast<std::size_t>(factor.offsets[row]),
                   last = static_cast<std::size_t>(factor.offsets[row + 1]);
        double along = 0;
        for (std::size_t e = first; e < last; ++e)
          along += factor.values[e] * u[static_cast<std::size_t>(factor.columns[e])];
        for (std::size_t e = first; e < last; ++e)
          product[static_cast<std::size_t>(factor.columns[e])] += factor.values[e] * along;
      }
      for (std::size_t j = 0; j < product.size(); ++j) EXPECT_NEAR(product[j], expected[j], 1e-14);
    }
  }
}

// The numbers below were computed by this test on one rank with one thread: other ranks and threads must find
// their bits.
TEST(LinearModel, HasTheSameBitsOnAnyRanksAndThreads) {
  const comm::Communicator self = comm::Communicator::self();
  for (const auto& [n_classes, dense] : cases) {
    LinearModel model(made_samples(333, n_classes, dense, true), loss_of(n_classes),
                      Accumulation::reproducible);
    const DealOptions options{.labels = n_classes == 0 ? LabelKind::numbers : LabelKind::classes,
                              .n_features = n_features};
    LinearModel alone(std::make_shared<const Samples>(deal_samples(
                          self, made_rows(0, 333, 333, n_classes, dense, true), options, "made")),
                      loss_of(n_classes), Accumulation::reproducible);
    const auto w = random_vector(model.dim(), 31), u = random_vector(model.dim(), 32);
    std::vector<double> g(w.size()), g_alone(w.size());
    const auto compare = [&](SampleSet set) {
      double f = 0, f_alone = 0;
      f = model.value_gradient(w, set, g);
      {
        const threads::ThreadCountScope one(1);
        f_alone = alone.value_gradient(w, set, g_alone);
      }
      EXPECT_EQ(f, f_alone);
      EXPECT_EQ(g, g_alone);
      model.hessian_product(w, set, u, g);
      alone.hessian_product(w, set, u, g_alone);
      EXPECT_EQ(g, g_alone);
      EXPECT_EQ(model.directional_moments(w, set, u).variance, alone.directional_moments(w, set, u).variance);
      EXPECT_EQ(model.gradient_norm_moments(w, set).mean, alone.gradient_norm_moments(w, set).mean);
    };
    compare({0, 333});
    compare({300, 100});
    compare({5, 2});
    compare({0, 0});
  }
}

TEST(LinearModel, CountsItsWork) {
  LinearModel model(made_samples(100, 2, false), LinearLoss::logistic, Accumulation::reproducible);
  std::vector<double> w = random_vector(model.dim(), 1), g(w.size());
  model.value_gradient(w, {0, 100}, g);
  model.hessian_product(w, {0, 40}, w, g);  // the margins at w are known
  EXPECT_EQ(model.work().gradients, 100);
  EXPECT_EQ(model.work().products, 40);
  EXPECT_EQ(model.work().sweeps, 0);
  EXPECT_EQ(model.work().vector_reductions, 2);
  EXPECT_DOUBLE_EQ(model.work().passes(100), 1.4);
  w[0] += 1;
  model.hessian_product(w, {0, 40}, w, g);  // now they are not
  EXPECT_EQ(model.work().sweeps, 40);
}

TEST(LinearModel, WeightsThatAreNotFiniteGiveNumbersThatAreNot) {
  LinearModel model(made_samples(50, 2, false), LinearLoss::logistic, Accumulation::reproducible);
  std::vector<double> w = random_vector(model.dim(), 1), g(w.size());
  w[2] = std::nan("");
  EXPECT_TRUE(std::isnan(model.value_gradient(w, {0, 50}, g)));
  for (const double entry : g) EXPECT_TRUE(std::isnan(entry));
  model.hessian_product(w, {0, 50}, random_vector(model.dim(), 2), g);
  EXPECT_TRUE(std::isnan(g[0]));
}

TEST(LinearModel, AssessesClasses) {
  const auto samples = made_samples(90, 2, true);
  LinearModel model(samples, LinearLoss::logistic, Accumulation::reproducible);
  std::vector<double> w(static_cast<std::size_t>(model.dim()));
  const Assessment nothing = model.assess(w, *samples);
  EXPECT_DOUBLE_EQ(nothing.accuracy, 0.5);  // all margins are 0, which is the first class
  EXPECT_NEAR(nothing.loss, std::log(2.0), 1e-15);
}

}  // namespace
}  // namespace trireme::optim
