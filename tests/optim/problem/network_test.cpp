// SPDX-License-Identifier: Apache-2.0
// Networks: derivatives against Taylor series and differences, moments against the samples' own gradients,
// the same bits on any ranks and threads.
#include "optim/problem/network.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "solvers/base/error.hpp"
#include "tests/optim/problem/taylor.hpp"

namespace trireme::optim {
namespace {

using test::moved;
using test::random_vector;

constexpr int n_classes = 3, side = 7;
constexpr GlobalIndex n_features = side * side * 2;  // images of two channels

std::shared_ptr<const Samples> made_samples(const comm::Communicator& comm, GlobalIndex n, bool dense) {
  const auto range = threads::thread_range(n, comm.rank(), comm.size());
  RawSamples rows;
  rows.n_features = n_features;
  for (GlobalIndex row = range.begin; row < range.end; ++row) {
    for (GlobalIndex j = 0; j < n_features; ++j) {
      if (!dense && symmetric_hash(3, row, static_cast<std::uint64_t>(j)) > -0.6) continue;
      rows.columns.push_back(j);
      rows.values.push_back(static_cast<float>(2 * symmetric_hash(4, row, static_cast<std::uint64_t>(j))));
    }
    rows.offsets.push_back(static_cast<std::int64_t>(rows.columns.size()));
    rows.labels.push_back(static_cast<double>(row * n_classes / n));  // sorted
  }
  return std::make_shared<const Samples>(deal_samples(comm, std::move(rows), {}, "made"));
}

NetworkShape two_convolutions() {
  return convolutional({.height = side, .width = side, .n_channels = 2}, {3, 2}, 3, 2, n_classes);
}

struct Case {
  NetworkShape shape;
  bool dense;
};
std::vector<Case> cases() {
  return {{perceptron(n_features, {5}, n_classes), false},
          {perceptron(n_features, {6, 4}, n_classes), true},
          {perceptron(n_features, {}, n_classes), false},
          {two_convolutions(), true}};
}

Network make(const Case& one, GlobalIndex n, Accumulation accumulation = Accumulation::reproducible) {
  return Network(made_samples(comm::Communicator(PETSC_COMM_WORLD), n, one.dense), one.shape, accumulation);
}

std::vector<double> weights(const Network& network, std::uint64_t seed) {
  std::vector<double> w = network.initial_weights(seed);
  add_scaled(0.2, random_vector(network.dim(), seed + 50), w);  // biases too
  return w;
}

TEST(NetworkShape, CountsWeightsAndUnits) {
  const NetworkShape mlp = perceptron(10, {4}, 3), net = two_convolutions();
  EXPECT_EQ(mlp.n_weights(), 11 * 4 + 5 * 3);
  EXPECT_EQ(mlp.n_units(), 10 + 4 + 3);
  // 7 x 7 x 2 -> 3 x 3 x 3 -> 1 x 1 x 2 -> 3.
  EXPECT_EQ(net.n_weights(), (18 + 1) * 3 + (27 + 1) * 2 + (2 + 1) * 3);
  EXPECT_EQ(net.n_units(), 98 + 27 + 2 + 3);
}

TEST(Network, TaylorSlopesAreTwo) {
  for (const Case& one : cases()) {
    Network network = make(one, 40);
    const auto w = weights(network, 11), u = random_vector(network.dim(), 12);
    test::expect_taylor_slopes(network, {0, 40}, w, u, 1e-3);
    test::expect_taylor_slopes(network, {30, 25}, w, u, 1e-3);
  }
}

TEST(Network, HessianProductsAreDifferencesOfGradients) {
  for (const Case& one : cases()) {
    Network network = make(one, 30);
    const auto w = weights(network, 21), u = random_vector(network.dim(), 22);
    std::vector<double> product(w.size()), above(w.size()), below(w.size());
    const SampleSet set{25, 20};
    constexpr double h = 1e-5;
    network.hessian_product(w, set, u, product);
    network.value_gradient(moved(w, h, u), set, above);
    network.value_gradient(moved(w, -h, u), set, below);
    for (std::size_t i = 0; i < w.size(); ++i)
      EXPECT_NEAR(product[i], (above[i] - below[i]) / (2 * h), 2e-8 * norm2(product)) << i;
  }
}

// u'G v = the mean of (J u)'(diag(p) - p p')(J v), J of the scores, by central differences of these.
TEST(Network, GaussNewtonProductsAreThoseOfTheScores) {
  constexpr GlobalIndex n = 20;
  for (const Case& one : cases()) {
    Network network = make(one, n);
    const auto samples = made_samples(comm::Communicator::self(), n, one.dense);
    const auto w = weights(network, 31);
    const auto derivative = [&](const std::vector<double>& u) {
      constexpr double h = 1e-5;
      auto above = network.scores(moved(w, h, u), *samples);
      const auto below = network.scores(moved(w, -h, u), *samples);
      for (std::size_t i = 0; i < above.size(); ++i) above[i] = (above[i] - below[i]) / (2 * h);
      return above;
    };
    const auto scores = network.scores(w, *samples);
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      const auto u = random_vector(network.dim(), 40 + seed), v = random_vector(network.dim(), 60 + seed);
      const auto along_u = derivative(u), along_v = derivative(v);
      double expected = 0;
      for (std::size_t i = 0; i < n; ++i) {
        double total = 0, both = 0, of_u = 0, of_v = 0;
        for (std::size_t k = 0; k < n_classes; ++k) total += std::exp(scores[i * n_classes + k]);
        for (std::size_t k = 0; k < n_classes; ++k) {
          const std::size_t at = i * n_classes + k;
          const double p = std::exp(scores[at]) / total;
          both += p * along_u[at] * along_v[at];
          of_u += p * along_u[at];
          of_v += p * along_v[at];
        }
        expected += (both - of_u * of_v) / n;
      }
      std::vector<double> product(w.size());
      network.gauss_newton_product(w, {0, n}, v, product);
      EXPECT_NEAR(dot(u, product), expected, 1e-8 * norm2(u) * norm2(product));
    }
  }
}

TEST(Network, MomentsAreThoseOfTheSamplesGradients) {
  constexpr GlobalIndex n = 25;
  for (const Case& one : cases()) {
    for (const Accumulation accumulation : {Accumulation::reproducible, Accumulation::plain}) {
      Network network = make(one, n, accumulation);
      const auto w = weights(network, 41), u = random_vector(network.dim(), 42);
      const SampleSet set{20, 12};
      std::vector<double> along, squares, g(w.size()), mean(w.size()), whole(w.size());
      double loss = 0;
      for (GlobalIndex k = 0; k < set.count; ++k) {
        loss += network.value_gradient(w, {(set.begin + k) % n, 1}, g) / 12;
        along.push_back(dot(g, u));
        squares.push_back(dot(g, g));
        add_scaled(1.0 / 12, g, mean);
      }
      const auto expect_moments = [&](const SampleMoments& found, const std::vector<double>& t) {
        double average = 0, variance = 0;
        for (const double value : t) average += value / 12;
        for (const double value : t) variance += (value - average) * (value - average) / 11;
        EXPECT_EQ(found.count, 12);
        EXPECT_NEAR(found.mean, average, 1e-10 * (1 + std::fabs(average)));
        EXPECT_NEAR(found.variance, variance, 1e-9 * (1 + variance));
      };
      expect_moments(network.directional_moments(w, set, u), along);
      expect_moments(network.gradient_norm_moments(w, set), squares);
      EXPECT_NEAR(network.value_gradient(w, set, whole), loss, 1e-13);
      EXPECT_NEAR(network.value(w, set), loss, 1e-13);
      for (std::size_t i = 0; i < whole.size(); ++i) EXPECT_NEAR(whole[i], mean[i], 1e-11);
    }
  }
}

// `alone` holds all samples on every rank, and sums with one thread.
TEST(Network, HasTheSameBitsOnAnyRanksAndThreads) {
  for (const Case& one : cases()) {
    Network network = make(one, 33);
    Network alone(made_samples(comm::Communicator::self(), 33, one.dense), one.shape,
                  Accumulation::reproducible);
    const auto w = weights(network, 51), u = random_vector(network.dim(), 52);
    for (const SampleSet set : {SampleSet{0, 33}, SampleSet{30, 7}, SampleSet{5, 2}, SampleSet{0, 0}}) {
      const auto numbers = [&](Network& of) {
        std::vector<double> all(w.size()), product(w.size());
        all.push_back(of.value_gradient(w, set, std::span<double>(all).first(w.size())));
        of.hessian_product(w, set, u, product);
        all.insert(all.end(), product.begin(), product.end());
        of.gauss_newton_product(w, set, u, product);
        all.insert(all.end(), product.begin(), product.end());
        all.push_back(of.directional_moments(w, set, u).variance);
        all.push_back(of.gradient_norm_moments(w, set).variance);
        return all;
      };
      const std::vector<double> found = numbers(network);
      const threads::ThreadCountScope single(1);
      EXPECT_EQ(found, numbers(alone));
    }
  }
}

TEST(Network, WeightsThatAreNotFiniteGiveNumbersThatAreNot) {
  Network network = make(cases()[0], 10);
  std::vector<double> w = weights(network, 1), g(w.size());
  w[3] = std::nan("");
  network.value_gradient(w, {0, 10}, g);
  EXPECT_TRUE(std::isnan(g[0]));
  network.hessian_product(w, {0, 10}, random_vector(network.dim(), 2), g);
  EXPECT_TRUE(std::isnan(g[0]));
}

TEST(Network, RefusesSamplesThatDoNotFit) {
  const auto samples = made_samples(comm::Communicator(PETSC_COMM_WORLD), 10, true);
  EXPECT_THROW(Network(samples, perceptron(n_features + 1, {2}, n_classes), Accumulation::plain), Error);
  EXPECT_THROW(Network(samples, perceptron(n_features, {2}, n_classes + 1), Accumulation::plain), Error);
}

}  // namespace
}  // namespace trireme::optim
