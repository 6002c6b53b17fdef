// SPDX-License-Identifier: Apache-2.0
// Advantage actor-critic against its definitions, and the same bits on any number of ranks and threads.
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "optim/actor_critic/policy_ensemble.hpp"
#include "optim/actor_critic/train_actor_critic.hpp"
#include "optim/environment/cart_pole.hpp"
#include "optim/problem/network_pass.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/threads/thread_count.hpp"

namespace trireme::optim {
namespace {

comm::Communicator world() {
  return comm::Communicator(PETSC_COMM_WORLD);
}

ActorCriticOptions short_run(EnvironmentKind kind) {
  return {.environment = {.kind = kind, .count = 6, .seed = 5},
          .steps = 12,
          .updates = 40,
          .step = {.method = StochasticMethod::adam},
          .rate = {.rate = 0.01, .cycles = 2}};
}

std::vector<double> scores_at(const NetworkShape& shape, std::span<const double> w,
                              std::span<const double> observation) {
  NetworkPass pass(shape);
  std::copy(observation.begin(), observation.end(), pass.input().begin());
  pass.forward(w.data());
  return {pass.scores().begin(), pass.scores().end()};
}

TEST(Policy, LossesHaveTheirDerivatives) {
  const auto check = [](OutputKind kind, std::vector<double> scores, double action) {
    std::vector<double> derivatives(scores.size()), unused(scores.size());
    policy_loss(kind, scores, action, 1.7, 0.3, derivatives);
    for (std::size_t k = 0; k < scores.size(); ++k) {
      const double step = 1e-6, centre = scores[k];
      scores[k] = centre + step;
      const double above = policy_loss(kind, scores, action, 1.7, 0.3, unused);
      scores[k] = centre - step;
      const double below = policy_loss(kind, scores, action, 1.7, 0.3, unused);
      scores[k] = centre;
      EXPECT_NEAR(derivatives[k], (above - below) / (2 * step), 1e-8);
    }
  };
  check(OutputKind::classes, {0.3, -1.2, 2.0}, 1);
  check(OutputKind::numbers, {0.4, -0.3}, 1.9);
}

TEST(Policy, ActionsHaveTheirProbabilities) {
  const std::vector<double> choices{0.0, std::log(3.0)}, number{0.5, 0.2};
  EXPECT_NEAR(log_probability(OutputKind::classes, choices, 1), std::log(0.75), 1e-15);
  EXPECT_NEAR(entropy(OutputKind::classes, choices), -0.25 * std::log(0.25) - 0.75 * std::log(0.75), 1e-15);
  const double deviation = std::exp(std::tanh(0.2));
  EXPECT_NEAR(log_probability(OutputKind::numbers, number, 0.5),
              -std::log(deviation * std::sqrt(2 * 3.14159265358979)), 1e-13);
  constexpr int n = 4000;
  double chosen = 0, sum = 0, squares = 0;
  for (int k = 0; k < n; ++k) {
    const RandomPlace place{.seed = 1, .step = k};
    chosen += random_action(OutputKind::classes, choices, place, 8);
    const double t = (random_action(OutputKind::numbers, number, place, 8) - 0.5) / deviation;
    sum += t;
    squares += t * t;
  }
  EXPECT_NEAR(chosen / n, 0.75, 0.03);
  EXPECT_NEAR(sum / n, 0, 0.06);
  EXPECT_NEAR(squares / n, 1, 0.1);
  EXPECT_EQ(likeliest_action(OutputKind::classes, choices), 1);
  EXPECT_EQ(likeliest_action(OutputKind::numbers, number), 0.5);
}

// Advantages of all ranks, of mean 0 and deviation 1 where the options say so; of this rank's rows. Two
// passes.
std::vector<double> advantages_of(const ActorCriticOptions& options, const Rollout& rollout) {
  std::vector<double> advantages;
  for (std::size_t row = 0; row < rollout.returns.size(); ++row)
    advantages.push_back(rollout.returns[row] - rollout.values[row]);
  if (!options.normalize_advantages) return advantages;
  const double n = options.environment.count * options.steps;
  double mean = 0, squares = 0;
  for (const double advantage : advantages) mean += advantage;
  mean = comm::all_sum(world(), mean) / n;
  for (const double advantage : advantages) squares += (advantage - mean) * (advantage - mean);
  const double deviation = std::sqrt(comm::all_sum(world(), squares) / n);
  for (double& advantage : advantages) advantage = (advantage - mean) / deviation;
  return advantages;
}

// The mean loss with the advantages and returns of the rollout, by its definition.
double mean_loss(const ActorCritic& networks, const ActorCriticOptions& options, const Rollout& rollout,
                 std::span<const double> w) {
  double sum = 0;
  const std::vector<double> advantages = advantages_of(options, rollout);
  for (std::size_t row = 0; row < rollout.returns.size(); ++row) {
    const auto seen = rollout.steps.observation(row);
    const auto scores = scores_at(networks.actor, networks.of_actor(w), seen);
    const double value = scores_at(networks.critic, networks.of_critic(w), seen)[0];
    sum += -advantages[row] * log_probability(networks.kind(), scores, rollout.steps.actions[row]) -
           options.entropy_weight * entropy(networks.kind(), scores) +
           0.5 * options.value_weight * (value - rollout.returns[row]) * (value - rollout.returns[row]);
  }
  sum = comm::all_sum(world(), sum);
  return sum / (options.environment.count * options.steps);
}

class EveryEnvironment : public ::testing::TestWithParam<EnvironmentKind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, EveryEnvironment,
                         ::testing::Values(EnvironmentKind::cartpole, EnvironmentKind::acrobot,
                                           EnvironmentKind::mountain_car, EnvironmentKind::pendulum));

void expect_gradient_of_mean_loss(const ActorCriticOptions& options) {
  const EnvironmentKind kind = options.environment.kind;
  const ActorCritic networks(facts_of(kind), {7});
  std::vector<double> w = networks.first_weights(3);
  Environments environments(world(), options.environment);
  const Rollout rollout = environments.take_steps(networks, w, options.steps, 0.9, 0.5);
  std::vector<double> gradient(w.size());
  const ActorCriticLoss loss = actor_critic_gradient(world(), networks, options, w, rollout, gradient);
  EXPECT_NEAR(loss.loss, mean_loss(networks, options, rollout, w), 1e-12 * (1 + std::fabs(loss.loss)));
  for (int direction = 0; direction < 3; ++direction) {
    double slope = 0;
    std::vector<double> above = w, below = w, u(w.size());
    for (std::size_t i = 0; i < w.size(); ++i)
      u[i] = symmetric_hash(9, static_cast<GlobalIndex>(i), static_cast<std::uint64_t>(direction));
    networks.keep_deviation_uniform(u);
    for (std::size_t i = 0; i < w.size(); ++i) {
      slope += gradient[i] * u[i];
      above[i] += 1e-5 * u[i];
      below[i] -= 1e-5 * u[i];
    }
    const double difference =
        (mean_loss(networks, options, rollout, above) - mean_loss(networks, options, rollout, below)) / 2e-5;
    EXPECT_NEAR(slope, difference, 1e-6 * (1 + std::fabs(difference)));
  }
}

TEST_P(EveryEnvironment, TheGradientIsThatOfTheMeanLoss) {
  ActorCriticOptions options = short_run(GetParam());
  expect_gradient_of_mean_loss(options);
  options.normalize_advantages = true;
  expect_gradient_of_mean_loss(options);
}

// After a run too: what is learned of it is the same in every state.
TEST(Policy, TheDeviationOfANumberIsTheSameInEveryState) {
  const ActorCriticOptions options = short_run(EnvironmentKind::pendulum);
  const ActorCritic networks(facts_of(EnvironmentKind::pendulum), {5});
  const std::vector<double> first = networks.first_weights(1);
  const ActorCriticResult result = train_actor_critic(world(), networks, options, first, {});
  const std::vector<double> here{1, 0, 0}, there{-0.6, 0.8, 2};
  const auto z_at = [&](const std::vector<double>& w, const std::vector<double>& seen) {
    return scores_at(networks.actor, networks.of_actor(std::span<const double>(w)), seen)[1];
  };
  EXPECT_EQ(z_at(first, here), 0);
  EXPECT_EQ(z_at(result.weights, here), z_at(result.weights, there));
  EXPECT_NE(z_at(result.weights, here), 0);
  for (const std::vector<double>& seen : {here, there})
    EXPECT_LT(
        std::fabs(scores_at(networks.actor, networks.of_actor(std::span<const double>(first)), seen)[0]),
        0.05);
}

// Differences of values along the way, each weighted by (discount lambda)^k (Schulman and others, eq. 11-16).
TEST_P(EveryEnvironment, AdvantagesAreSumsOfTemporalDifferences) {
  constexpr int n_steps = 230;
  const EnvironmentFacts facts = facts_of(GetParam());
  const ActorCritic networks(facts, {5});
  const std::vector<double> w = networks.first_weights(4);
  for (const double lambda : {0.0, 0.7, 1.0}) {
    Environments environments(comm::Communicator::self(), {.kind = GetParam(), .count = 1, .seed = 8});
    const Rollout rollout = environments.take_steps(networks, w, n_steps, 0.9, 0.25, lambda);
    double following = 0;
    int length_left = 0;  // of the episode behind a step that ends it
    std::vector<int> place;
    for (std::size_t t = 0; t < n_steps; ++t) {
      place.push_back(++length_left);
      if (rollout.steps.terminated[t] != 0 || length_left == facts.longest_episode) length_left = 0;
    }
    for (std::size_t t = n_steps; t-- > 0;) {
      const bool ended = rollout.steps.terminated[t] != 0, cut_off = place[t] == facts.longest_episode;
      const double next = ended ? 0
                                : scores_at(networks.critic, networks.of_critic(std::span<const double>(w)),
                                            rollout.steps.next_observation(t))[0];
      const double difference = rollout.steps.rewards[t] + 0.9 * next - rollout.values[t];
      following = difference + (ended || cut_off ? 0 : 0.9 * lambda * following);
      EXPECT_NEAR(rollout.returns[t] - rollout.values[t], following, 1e-12) << t;
    }
  }
}

// Over an episode's end: of a pendulum after 200 steps, of a pole where it falls.
TEST_P(EveryEnvironment, ReturnsAreSumsOfTheRewardsToCome) {
  constexpr int n_steps = 230;
  const EnvironmentFacts facts = facts_of(GetParam());
  const ActorCritic networks(facts, {5});
  const std::vector<double> w = networks.first_weights(4);
  Environments environments(comm::Communicator::self(), {.kind = GetParam(), .count = 2, .seed = 8});
  const double discount = 0.9;
  const Rollout rollout = environments.take_steps(networks, w, n_steps, discount, 0.25);
  std::size_t endings = 0;
  for (std::size_t e = 0; e < 2; ++e) {
    std::vector<int> last_of(n_steps);  // step with which the episode of each step ends
    int length = 0;
    std::vector<int> ends;
    for (int t = 0; t < n_steps; ++t) {
      ++length;
      const bool over = rollout.steps.terminated[e * n_steps + static_cast<std::size_t>(t)] != 0 ||
                        length == facts.longest_episode;
      if (over) {
        length = 0;
        ++endings;
      }
      if (over || t + 1 == n_steps) ends.push_back(t);
    }
    for (int t = 0; t < n_steps; ++t)
      last_of[static_cast<std::size_t>(t)] = *std::lower_bound(ends.begin(), ends.end(), t);
    for (int t = 0; t < n_steps; ++t) {
      double expected = 0, factor = 1;
      const int last = last_of[static_cast<std::size_t>(t)];
      for (int k = t; k <= last; ++k, factor *= discount)
        expected += factor * rollout.steps.rewards[e * n_steps + static_cast<std::size_t>(k)];
      const std::size_t row = e * n_steps + static_cast<std::size_t>(last);
      if (rollout.steps.terminated[row] == 0)
        expected += factor * scores_at(networks.critic, networks.of_critic(std::span<const double>(w)),
                                       rollout.steps.next_observation(row))[0];
      EXPECT_NEAR(rollout.returns[e * n_steps + static_cast<std::size_t>(t)], expected, 1e-12) << t;
    }
  }
  EXPECT_EQ(rollout.episode_returns.size(), endings);
  if (GetParam() == EnvironmentKind::cartpole || GetParam() == EnvironmentKind::pendulum) {
    EXPECT_GT(endings, 0u);
  }
}

TEST_P(EveryEnvironment, RunsHaveTheSameBitsOnAnyRanksAndThreads) {
  const ActorCriticOptions options = short_run(GetParam());
  const ActorCritic networks(facts_of(GetParam()), {6});
  const std::vector<double> first = networks.first_weights(2);
  const auto run = [&](const comm::Communicator& comm, std::vector<double>& seen) {
    const ActorCriticResult result =
        train_actor_critic(comm, networks, options, first, [&](const ActorCriticIterate& now) {
          seen.push_back(now.iterate.objective);
          seen.push_back(static_cast<double>(now.episodes));
          return false;
        });
    const std::vector<Weights> members{first, result.weights};
    const std::vector<int> both{0, 1};
    const Strategy strategy = networks.kind() == OutputKind::classes ? Strategy::vote : Strategy::binning;
    seen.push_back(mean_return(comm, networks, options.environment, members, both, strategy, 5));
    const MemberOutputs outputs = policy_outputs(networks, members, result.states);
    std::vector<double> of_ensemble;
    for (std::size_t row = 0; row < result.states.n_rows(); ++row)
      of_ensemble.push_back(ensemble_choice(networks.kind(), outputs, both, row, strategy, 0));
    const auto matrix =
        selection_matrix(comm, networks.kind(), outputs,
                         policy_losses(networks, members, result.states, options), of_ensemble, {});
    seen.insert(seen.end(), matrix.begin(), matrix.end());
    return result;
  };
  std::vector<double> seen_here, seen_together;
  const ActorCriticResult together = run(world(), seen_together);
  const threads::ThreadCountScope one(1);
  const ActorCriticResult here = run(comm::Communicator::self(), seen_here);
  EXPECT_EQ(together.weights, here.weights);
  EXPECT_EQ(seen_together, seen_here);
  EXPECT_NE(together.weights, first);
}

TEST(ActorCriticRun, LearnsToBalanceAPole) {
  ActorCriticOptions options = short_run(EnvironmentKind::cartpole);
  options.environment.count = 16;
  options.updates = 300;
  options.rate = {.rate = 0.01};
  const ActorCritic networks(facts_of(EnvironmentKind::cartpole), {16});
  const std::vector<double> first = networks.first_weights(1);
  const ActorCriticResult result = train_actor_critic(world(), networks, options, first, {});
  const std::vector<Weights> members{first, result.weights};
  const auto return_of = [&](int member) {
    return mean_return(world(), networks, options.environment, members, std::span<const int>(&member, 1),
                       Strategy::vote, 10);
  };
  EXPECT_LT(return_of(0), 60);
  EXPECT_GT(return_of(1), 150);
}

TEST(ActorCriticRun, RefusesACheckpointThatLacksAPart) {
  const ActorCriticOptions options = short_run(EnvironmentKind::cartpole);
  const ActorCritic networks(facts_of(EnvironmentKind::cartpole), {4});
  const std::vector<double> first = networks.first_weights(1);
  OptimizerState whole;
  train_actor_critic(world(), networks, options, first, [&](const ActorCriticIterate& now) {
    whole = now.iterate.state();
    return true;
  });
  for (const auto& [name, values] : whole.vectors) {
    OptimizerState damaged = whole;
    damaged.vectors.erase(name);
    EXPECT_THROW(train_actor_critic(world(), networks, options, first, {}, damaged), Error) << name;
  }
  for (const auto& [name, table] : whole.tables) {
    OptimizerState damaged = whole;
    damaged.tables.erase(name);
    EXPECT_THROW(train_actor_critic(world(), networks, options, first, {}, damaged), Error) << name;
  }
  EXPECT_NO_THROW(train_actor_critic(world(), networks, options, first, {}, whole));
}

// The weights leave the range of double in the first step.
TEST(ActorCriticRun, StopsWhereWeightsAreNotFinite) {
  ActorCriticOptions options = short_run(EnvironmentKind::cartpole);
  options.step = {.method = StochasticMethod::sgd};
  options.rate = {.rate = 1e308};
  options.largest_gradient = 0;
  options.reward_scale = 1e6;
  const ActorCritic networks(facts_of(EnvironmentKind::cartpole), {4});
  const ActorCriticResult result =
      train_actor_critic(world(), networks, options, networks.first_weights(1), {});
  EXPECT_FALSE(result.finite);
  EXPECT_EQ(result.updates, 1);
}

// All weights zero: the first choice always, a push to the left until the pole falls.
TEST(MeanReturn, IsThatOfTheEpisodes) {
  const ActorCritic networks(facts_of(EnvironmentKind::cartpole), {3});
  const std::vector<Weights> members{Weights(static_cast<std::size_t>(networks.dim()))};
  const int only = 0;
  const double found = mean_return(world(), networks, {.kind = EnvironmentKind::cartpole, .seed = 3}, members,
                                   std::span<const int>(&only, 1), Strategy::vote, 7);
  double shortest = 1e9, longest = 0;
  for (double place = -0.05; place < 0.051; place += 0.1) {  // of starts, the extreme ones
    EnvironmentState s{0, place, place, place};
    double steps = 1;
    while (!cart_pole::step(s, 0).terminated) ++steps;
    shortest = std::min(shortest, steps);
    longest = std::max(longest, steps);
  }
  EXPECT_GE(found, shortest);
  EXPECT_LE(found, longest);
  EXPECT_NEAR(found * 7, std::round(found * 7), 1e-12);
}

// All weights zero: V = 0, every choice has probability 1/2, and the difference is the reward.
TEST(PolicyLosses, AreThoseOfTheirFormula) {
  const ActorCritic networks(facts_of(EnvironmentKind::cartpole), {3});
  const std::vector<Weights> members{Weights(static_cast<std::size_t>(networks.dim()))};
  Transitions states;
  states.width = 4;
  states.resize(2);
  states.rewards = {1, -3};
  states.actions = {0, 1};
  ActorCriticOptions options;
  options.value_weight = 0.25;
  const MemberLosses losses = policy_losses(networks, members, states, options);
  EXPECT_NEAR(losses[0][0], std::log(2.0) + 0.25, 1e-15);
  EXPECT_NEAR(losses[0][1], 3 * (std::log(2.0) + 0.25), 1e-15);
}

}  // namespace
}  // namespace trireme::optim
