// SPDX-License-Identifier: Apache-2.0
#include "optim/actor_critic/train_actor_critic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "optim/problem/network_bounds.hpp"
#include "optim/problem/network_pass.hpp"
#include "optim/problem/replicated_vector.hpp"
#include "optim/reduce/order_free_sum.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::optim {
namespace {

constexpr double least_deviation = 1e-8;  // of advantages, which may all be equal

// States kept for an ensemble's choice: one of every environment at up to so many updates, fewer where there
// are many environments, so that all ranks together keep about most_states, or one of every environment.
constexpr int most_updates_kept = 64, most_states = 1 << 16;

// Between updates whose states are kept.
int stride_of_kept(int updates, int environments) {
  const int kept = std::clamp(most_states / environments, 1, most_updates_kept);
  return (updates + kept - 1) / kept;
}

double norm_of(std::span<const double> values) {
  double squares = 0;
  for (const double value : values) squares += value * value;
  return std::sqrt(squares);
}

// What the rows of one rank, or one of its threads, reach.
struct Largest {
  double observation = 1, of_actor = 0, of_critic = 0;
};

// Of the advantages R - V over the rows of all ranks, and what they are divided by: (0, 1) unless the options
// say otherwise. Exact sums.
struct AdvantageScale {
  double mean = 0, deviation = 1;
};

AdvantageScale scale_of_advantages(const comm::Communicator& comm, const ActorCriticOptions& options,
                                   const Rollout& rollout, GlobalIndex n) {
  if (!options.normalize_advantages) return {};
  OrderFreeSum sum(comm, Accumulation::reproducible);
  sum.begin(0, 2, 1, n);
  sum.over_rows(static_cast<GlobalIndex>(rollout.returns.size()), [&](OrderFreeSum::Piece& piece,
                                                                      GlobalIndex begin, GlobalIndex end) {
    for (auto row = static_cast<std::size_t>(begin); row < static_cast<std::size_t>(end); ++row) {
      const double advantage = rollout.returns[row] - rollout.values[row];
      piece.scalar(0).add(advantage);
      piece.scalar(1).add(advantage * advantage);
    }
  });
  double sums[2];
  SampleWork uncounted;
  sum.finish(uncounted, {}, sums);
  const double mean = sums[0] / static_cast<double>(n),
               variance = sums[1] / static_cast<double>(n) - mean * mean;
  return {mean, std::max(std::sqrt(std::max(0.0, variance)), least_deviation)};
}

}  // namespace

ActorCriticLoss actor_critic_gradient(const comm::Communicator& comm, const ActorCritic& networks,
                                      const ActorCriticOptions& options, std::span<const double> w,
                                      const Rollout& rollout, std::span<double> gradient) {
  const std::span<const double> w_actor = networks.of_actor(w), w_critic = networks.of_critic(w);
  const std::size_t n_rows = rollout.returns.size(),
                    n_scores = static_cast<std::size_t>(networks.actor.n_scores());
  const GlobalIndex n = static_cast<GlobalIndex>(options.environment.count) * options.steps;
  const AdvantageScale scale_of = scale_of_advantages(comm, options, rollout, n);
  // 1. The losses' derivatives in what the networks say, and the bounds that follow from them.
  std::vector<double> derivatives(n_rows * n_scores), losses(n_rows);
  threads::parallel_for_range(n_rows, [&](std::size_t begin, std::size_t end) {
    NetworkPass actor(networks.actor);
    for (std::size_t row = begin; row < end; ++row) {
      const auto seen = rollout.steps.observation(row);
      std::copy(seen.begin(), seen.end(), actor.input().begin());
      actor.forward(w_actor.data());
      const double advantage = rollout.returns[row] - rollout.values[row];
      losses[row] = policy_loss(networks.kind(), actor.scores(), rollout.steps.actions[row],
                                (advantage - scale_of.mean) / scale_of.deviation, options.entropy_weight,
                                std::span<double>(derivatives).subspan(row * n_scores, n_scores)) +
                    0.5 * options.value_weight * advantage * advantage;
    }
  });
  Largest largest;
  for (const double entry : rollout.steps.observations)
    largest.observation = std::max(largest.observation, std::fabs(entry));
  for (std::size_t row = 0; row < n_rows; ++row) {
    largest.of_actor = std::max(
        largest.of_actor, norm_of(std::span<const double>(derivatives).subspan(row * n_scores, n_scores)));
    largest.of_critic = std::max(
        largest.of_critic, options.value_weight * std::fabs(rollout.values[row] - rollout.returns[row]));
  }
  double bounds[] = {largest.observation, largest.of_actor, largest.of_critic};
  comm::all_max_in_place(comm, std::span<double>(bounds));
  OrderFreeSum sum(comm, Accumulation::reproducible);
  sum.begin(networks.dim(), 3,
            std::max(largest_gradient_term(networks.actor, w_actor, bounds[0], bounds[1]),
                     largest_gradient_term(networks.critic, w_critic, bounds[0], bounds[2])),
            n);
  // 2. Back through both networks.
  sum.over_rows(
      static_cast<GlobalIndex>(n_rows), [&](OrderFreeSum::Piece& piece, GlobalIndex begin, GlobalIndex end) {
        NetworkPass actor(networks.actor), critic(networks.critic);
        for (auto row = static_cast<std::size_t>(begin); row < static_cast<std::size_t>(end); ++row) {
          const auto seen = rollout.steps.observation(row);
          for (NetworkPass* pass : {&actor, &critic})
            std::copy(seen.begin(), seen.end(), pass->input().begin());
          actor.forward(w_actor.data());
          critic.forward(w_critic.data());
          std::copy_n(derivatives.begin() + static_cast<std::ptrdiff_t>(row * n_scores), n_scores,
                      actor.score_derivatives().begin());
          critic.score_derivatives()[0] = options.value_weight * (rollout.values[row] - rollout.returns[row]);
          actor.backward(w_actor.data());
          critic.backward(w_critic.data());
          piece.scalar(0).add(losses[row]);
          piece.with_cells([&](auto* cells, double scale) {
            actor.add_gradient(cells, scale);
            critic.add_gradient(cells + networks.actor.n_weights(), scale);
          });
        }
      });
  sum.over_rows(static_cast<GlobalIndex>(rollout.episode_returns.size()),
                [&](OrderFreeSum::Piece& piece, GlobalIndex begin, GlobalIndex end) {
                  for (GlobalIndex k = begin; k < end; ++k) {
                    piece.scalar(1).add(1);
                    piece.scalar(2).add(rollout.episode_returns[static_cast<std::size_t>(k)]);
                  }
                });
  double sums[3];
  SampleWork uncounted;
  sum.finish(uncounted, gradient, sums);
  for (double& entry : gradient) entry /= static_cast<double>(n);
  networks.keep_deviation_uniform(gradient);
  return {sums[0] / static_cast<double>(n), std::llrint(sums[1]), sums[2]};
}

ActorCriticResult train_actor_critic(const comm::Communicator& comm, const ActorCritic& networks,
                                     const ActorCriticOptions& options, std::vector<double> weights,
                                     const ActorCriticObserver& observer,
                                     const std::optional<OptimizerState>& resume) {
  Environments environments(comm, options.environment);
  StochasticStep mover(options.step, weights.size());
  std::vector<double> gradient(weights.size());
  ActorCriticResult result;
  result.states.width = networks.facts.observation_size;
  if (resume) {
    if (resume->number("environments") != options.environment.count)
      throw Error(ErrorKind::input, fmt::format("a run of {} environments", resume->number("environments")),
                  fmt::format("this one has {}", options.environment.count), "give the deck of that run");
    weights = resume->vector("weights");
    mover.first() = resume->vector("first");
    if (!mover.second().empty()) mover.second() = resume->vector("second");
    result.updates = static_cast<int>(resume->number("update"));
    result.episodes = static_cast<std::int64_t>(resume->number("episodes"));
    const DistributedRows &places = resume->table("environments"), &states = resume->table("states");
    const auto n_rows = static_cast<GlobalIndex>(places.values.size()) / std::max(places.columns, 1);
    if (places.columns != Environments::saved_columns || states.columns != result.states.saved_columns() ||
        comm::all_sum(comm, n_rows) != options.environment.count)
      throw Error(ErrorKind::input, "a checkpoint whose tables do not fit its numbers", "it is damaged",
                  "give another one");
    environments.restore(places);
    result.states.restore(states);
  }
  const auto state = [&] {
    OptimizerState now{.method = "a2c",
                       .numbers = {{"update", result.updates},
                                   {"episodes", static_cast<double>(result.episodes)},
                                   {"environments", options.environment.count}},
                       .vectors = {{"weights", weights}, {"first", mover.first()}},
                       .tables = {{"environments", environments.saved()}, {"states", result.states.saved()}}};
    if (!mover.second().empty()) now.vectors["second"] = mover.second();
    return now;
  };
  const int stride = stride_of_kept(options.updates, options.environment.count);
  while (result.updates < options.updates && !result.stopped) {
    Rollout rollout = environments.take_steps(networks, weights, options.steps, options.discount,
                                              options.reward_scale, options.trace_decay);
    if (result.updates % stride == 0)
      for (std::size_t row = static_cast<std::size_t>(options.steps) - 1; row < rollout.returns.size();
           row += static_cast<std::size_t>(options.steps))
        result.states.append(rollout.steps, row);
    const ActorCriticLoss loss = actor_critic_gradient(comm, networks, options, weights, rollout, gradient);
    ++result.updates;
    result.episodes += loss.episodes;
    const double norm = norm2(gradient);
    if (options.largest_gradient > 0 && norm > options.largest_gradient)
      for (double& entry : gradient) entry *= options.largest_gradient / norm;
    const double rate = rate_of_step(options.rate, result.updates, options.updates);
    result.finite = std::isfinite(loss.loss) && mover.move(rate, result.updates, gradient, weights);
    if (!result.finite) break;
    if (!observer) continue;
    const Iterate iterate{.iteration = result.updates,
                          .objective = loss.loss,
                          .gradient_norm = norm,
                          .step = rate,
                          .ends_cycle = ends_cycle(options.rate, result.updates, options.updates),
                          .weights = &weights,
                          .state = state};
    result.stopped = observer({iterate, result.episodes,
                               loss.episodes > 0 ? loss.return_sum / static_cast<double>(loss.episodes)
                                                 : std::numeric_limits<double>::quiet_NaN()});
  }
  result.weights = std::move(weights);
  return result;
}

}  // namespace trireme::optim
