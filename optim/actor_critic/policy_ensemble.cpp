// SPDX-License-Identifier: Apache-2.0
#include "optim/actor_critic/policy_ensemble.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "optim/problem/network_pass.hpp"
#include "optim/reduce/order_free_sum.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::optim {
namespace {

constexpr std::uint64_t for_evaluation = 0x657661;  // a seed of its own: starts that training did not see
constexpr std::uint64_t for_start = 0, for_tie = 5;

std::span<const double> scores_of(NetworkPass& pass, std::span<const double> w,
                                  std::span<const double> observation) {
  std::copy(observation.begin(), observation.end(), pass.input().begin());
  pass.forward(w.data());
  return pass.scores();
}

// As many scores as an ensemble looks at.
int output_width(const ActorCritic& networks) {
  return networks.kind() == OutputKind::classes ? networks.facts.n_actions : 1;
}

// An ensemble that acts, one a thread.
class Acting {
 public:
  Acting(const ActorCritic& networks, std::span<const Weights> members, std::span<const int> chosen,
         Strategy strategy)
      : networks_(networks), members_(members), chosen_(chosen), strategy_(strategy), pass_(networks.actor) {
    outputs_.width = output_width(networks);
    outputs_.scores.resize(chosen.size());
    among_chosen_.resize(chosen.size());
    std::iota(among_chosen_.begin(), among_chosen_.end(), 0);
  }

  double act(std::span<const double> observation, std::uint64_t random) {
    for (std::size_t k = 0; k < chosen_.size(); ++k) {
      const std::span<const double> w = members_[static_cast<std::size_t>(chosen_[k])];
      const auto scores = scores_of(pass_, networks_.of_actor(w), observation);
      outputs_.scores[k].assign(scores.begin(), scores.begin() + outputs_.width);
    }
    return ensemble_choice(networks_.kind(), outputs_, among_chosen_, 0, strategy_, random);
  }

 private:
  const ActorCritic& networks_;
  std::span<const Weights> members_;
  std::span<const int> chosen_;
  Strategy strategy_;
  NetworkPass pass_;
  MemberOutputs outputs_;
  std::vector<int> among_chosen_;
};

double return_of_episode(const EnvironmentOptions& environment, const EnvironmentFacts& facts,
                         std::int64_t number, Acting& policy) {
  RandomPlace place{.seed = mix_bits(environment.seed ^ for_evaluation), .environment = number};
  std::array<double, 4> uniform{};
  for (std::size_t k = 0; k < uniform.size(); ++k) uniform[k] = place.uniform(for_start + k);
  EnvironmentState state = first_state(environment.kind, uniform);
  std::array<double, 6> seen{};
  const std::span<double> observation(seen.data(), static_cast<std::size_t>(facts.observation_size));
  double sum = 0;
  for (; place.step < facts.longest_episode; ++place.step) {
    observe_for_policy(environment, facts, state, place, observation);
    const auto tie = static_cast<std::uint64_t>(place.uniform(for_tie) * 0x1p53);
    const StepResult result =
        take_step(environment.kind, state, policy.act(observation, tie) * facts.largest_action);
    sum += result.reward;
    if (result.terminated) break;
  }
  return sum;
}

}  // namespace

MemberOutputs policy_outputs(const ActorCritic& networks, std::span<const Weights> members,
                             const Transitions& states) {
  MemberOutputs outputs{.width = output_width(networks)};
  NetworkPass pass(networks.actor);
  for (const Weights& w : members) {
    std::vector<double> scores;
    for (std::size_t row = 0; row < states.n_rows(); ++row) {
      const auto of_row =
          scores_of(pass, networks.of_actor(std::span<const double>(w)), states.observation(row));
      scores.insert(scores.end(), of_row.begin(), of_row.begin() + outputs.width);
    }
    outputs.scores.push_back(std::move(scores));
  }
  return outputs;
}

MemberLosses policy_losses(const ActorCritic& networks, std::span<const Weights> members,
                           const Transitions& states, const ActorCriticOptions& options) {
  NetworkPass actor(networks.actor), critic(networks.critic);
  MemberLosses losses;
  for (const Weights& weights : members) {
    const std::span<const double> w = weights, w_critic = networks.of_critic(w);
    std::vector<double> of_member;
    for (std::size_t row = 0; row < states.n_rows(); ++row) {
      const double next =
          states.terminated[row] != 0 ? 0 : scores_of(critic, w_critic, states.next_observation(row))[0];
      const double difference = states.rewards[row] + options.discount * next -
                                scores_of(critic, w_critic, states.observation(row))[0];
      const auto scores = scores_of(actor, networks.of_actor(w), states.observation(row));
      of_member.push_back(
          std::fabs(-difference * log_probability(networks.kind(), scores, states.actions[row]) +
                    options.value_weight * difference));
    }
    losses.push_back(std::move(of_member));
  }
  return losses;
}

double mean_return(const comm::Communicator& comm, const ActorCritic& networks,
                   const EnvironmentOptions& environment, std::span<const Weights> members,
                   std::span<const int> chosen, Strategy strategy, int n_episodes) {
  const auto [first, last] = threads::thread_range(n_episodes, comm.rank(), comm.size());
  OrderFreeSum sum(comm, Accumulation::reproducible);
  sum.begin(0, 1, 1, n_episodes);
  sum.over_rows(last - first,
                [&, from = first](OrderFreeSum::Piece& piece, GlobalIndex begin, GlobalIndex end) {
                  Acting policy(networks, members, chosen, strategy);
                  for (GlobalIndex k = begin; k < end; ++k)
                    piece.scalar(0).add(return_of_episode(environment, networks.facts, from + k, policy));
                });
  double total = 0;
  SampleWork uncounted;
  sum.finish(uncounted, {}, std::span<double>(&total, 1));
  return total / n_episodes;
}

}  // namespace trireme::optim
