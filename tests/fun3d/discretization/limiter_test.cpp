// SPDX-License-Identifier: Apache-2.0
// The limited residual: the same bits for any number of threads, the same values for any number of ranks; phi
// kept or made anew as asked, saved and restored; orders switched during a run.
#include "fun3d/discretization/limiter.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "fun3d/discretization/residual.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/fun3d/support/limiter_data.hpp"
#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::flow {
namespace {

using E = IncompressibleEuler;
constexpr int N = E::n_unknowns;

LimiterOptions options_of(LimiterKind kind) {
  LimiterOptions options;
  options.type = kind;
  options.venkatakrishnan_constant = 1.0;
  return options;
}

class LimitedResidual : public ::testing::TestWithParam<LimiterKind> {
 protected:
  comm::Communicator comm_{PETSC_COMM_WORLD};
  LimiterOptions options_ = options_of(GetParam());
};

TEST_P(LimitedResidual, HasTheSameBitsForAnyNumberOfThreads) {
  const auto mesh = test::box_mesh(comm_, 7);
  const std::vector<double> q = test::rough_state<N>(*mesh, mesh->n_owned);
  std::vector<double> first, first_phi;
  for (const int threads : {1, 2, 4, 7}) {
    const threads::ThreadCountScope scope(threads);
    const MeshPlan plan(comm_, mesh, test::channel_kinds(), GradientWeights::unweighted);
    Residual<E> residual(comm_, plan, test::sample_parameters(), Order::second, {}, options_);
    std::vector<double> result(q.size());
    residual.evaluate(q, result);
    const std::vector<double> phi(residual.limiter().begin(), residual.limiter().end());
    ASSERT_EQ(phi.size(), q.size());
    if (threads == 1) {
      first = result;
      first_phi = phi;
    }
    EXPECT_EQ(result, first) << threads << " threads";
    EXPECT_EQ(phi, first_phi) << threads << " threads";
  }
}

// phi by original vertex, on every rank.
std::vector<double> phi_everywhere(const comm::Communicator& comm, const LimiterOptions& options) {
  const auto mesh = test::box_mesh(comm, 6);
  const MeshPlan plan(comm, mesh, test::channel_kinds(), GradientWeights::inverse_distance);
  const std::vector<double> q = test::rough_state<N>(*mesh, mesh->n_owned);
  std::vector<double> result(q.size());
  Residual<E> residual(comm, plan, test::sample_parameters(), Order::second, {}, options);
  residual.evaluate(q, result);
  const std::span<const GlobalIndex> owned_ids =
      std::span(mesh->original_id).first(static_cast<std::size_t>(mesh->n_owned));
  const auto ids = comm::all_gather(comm, owned_ids);
  const auto values = comm::all_gather(comm, residual.limiter());
  std::vector<double> phi(values.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    std::copy_n(&values[i * N], N, &phi[static_cast<std::size_t>(ids[i]) * N]);
  }
  return phi;
}

TEST_P(LimitedResidual, DoesNotDependOnTheNumberOfRanks) {
  const std::vector<double> together = phi_everywhere(comm_, options_);
  const std::vector<double> alone = phi_everywhere(comm::Communicator::self(), options_);
  ASSERT_EQ(together.size(), alone.size());
  EXPECT_LT(*std::min_element(alone.begin(), alone.end()), 0.5);
  for (std::size_t i = 0; i < alone.size(); ++i) ASSERT_NEAR(together[i], alone[i], 1e-12);
}

TEST_P(LimitedResidual, KeepsOrRenewsThePhi) {
  const auto mesh = test::box_mesh(comm_, 5);
  const MeshPlan plan(comm_, mesh, test::walled_kinds(), GradientWeights::unweighted);
  const std::vector<double> rough = test::rough_state<N>(*mesh, mesh->n_owned);
  const std::vector<double> smooth = test::linear_state<N>(*mesh, mesh->n_owned);
  std::vector<double> result(rough.size()), again(rough.size());
  Residual<E> residual(comm_, plan, test::sample_parameters(), Order::second, {}, options_);
  residual.evaluate(rough, result);
  const std::vector<double> phi(residual.limiter().begin(), residual.limiter().end());
  residual.set_limiter_use(LimiterUse::keep);
  residual.evaluate(smooth, again);
  EXPECT_TRUE(std::equal(phi.begin(), phi.end(), residual.limiter().begin()));
  residual.evaluate(rough, again);
  EXPECT_EQ(again, result);
  residual.set_limiter_use(LimiterUse::update);
  residual.evaluate(smooth, again);
  for (const double value : residual.limiter()) ASSERT_NEAR(value, 1.0, 1e-12);

  // A second object continues from what the first one saved.
  Residual<E> restarted(comm_, plan, test::sample_parameters(), Order::second, {}, options_);
  restarted.restore_limiter(phi);
  restarted.set_limiter_use(LimiterUse::keep);
  restarted.evaluate(rough, again);
  EXPECT_EQ(again, result);
}

TEST_P(LimitedResidual, SwitchesOrders) {
  const auto mesh = test::box_mesh(comm_, 5);
  const MeshPlan plan(comm_, mesh, test::channel_kinds(), GradientWeights::unweighted);
  const std::vector<double> q = test::rough_state<N>(*mesh, mesh->n_owned);
  std::vector<double> first(q.size()), second(q.size()), result(q.size());
  Residual<E>(comm_, plan, test::sample_parameters(), Order::first).evaluate(q, first);
  Residual<E>(comm_, plan, test::sample_parameters(), Order::second, {}, options_).evaluate(q, second);
  Residual<E> switched(comm_, plan, test::sample_parameters(), Order::first, {}, options_);
  switched.evaluate(q, result);
  EXPECT_EQ(result, first);
  EXPECT_EQ(switched.gradients(), nullptr);
  switched.set_order(Order::second);
  switched.evaluate(q, result);
  EXPECT_EQ(result, second);
  switched.set_order(Order::first);
  switched.evaluate(q, result);
  EXPECT_EQ(result, first);
  EXPECT_NE(first, second);
}

INSTANTIATE_TEST_SUITE_P(Kinds, LimitedResidual,
                         ::testing::Values(LimiterKind::barth_jespersen, LimiterKind::venkatakrishnan));

// Small variations are spared, and the more so the larger K.
TEST(Limiter, SparesLittleVariationsAsTheConstantGrows) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto mesh = test::box_mesh(comm, 5);
  const MeshPlan plan(comm, mesh, test::channel_kinds(), GradientWeights::unweighted);
  std::vector<double> q = test::rough_state<N>(*mesh, mesh->n_owned), result(q.size());
  for (double& value : q) value = 1 + 1e-3 * value;
  double smallest_before = -1;
  for (const double constant : {0.0, 0.1, 10.0}) {
    LimiterOptions options = options_of(LimiterKind::venkatakrishnan);
    options.venkatakrishnan_constant = constant;
    Residual<E> residual(comm, plan, test::sample_parameters(), Order::second, {}, options);
    residual.evaluate(q, result);
    double smallest = 1;
    for (const double phi : residual.limiter()) smallest = std::min(smallest, phi);
    EXPECT_GT(smallest, smallest_before);
    smallest_before = smallest;
  }
  EXPECT_GT(smallest_before, 0.999);
}

}  // namespace
}  // namespace trireme::flow
