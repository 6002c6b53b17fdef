// SPDX-License-Identifier: Apache-2.0
// The two networks of an actor-critic method, and the distribution over actions that the actor's scores
// describe: softmax over choices; or a normal distribution of a number in units of the largest action, scores
// being its mean and z, its deviation exp(tanh z), the same in every state. Called by optim/actor_critic.
// Pure functions, local.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "optim/ensemble/selection.hpp"
#include "optim/environment/environment.hpp"
#include "optim/problem/network_shape.hpp"

namespace trireme::optim {

// What the weights of a policy of numbers mean; files that say anything else are refused. It changes with the
// distribution above and with observation_scale (EnvironmentFacts).
inline constexpr const char* number_policy = "normal, exp(tanh z) in every state, rate in radians per second";

struct ActorCritic {
  EnvironmentFacts facts;
  NetworkShape actor, critic;

  // hidden: units of the hidden layers of both.
  ActorCritic(const EnvironmentFacts& environment, const std::vector<int>& hidden)
      : facts(environment),
        actor(perceptron(facts.observation_size, hidden, facts.n_actions > 0 ? facts.n_actions : 2)),
        critic(perceptron(facts.observation_size, hidden, 1)) {}

  OutputKind kind() const { return facts.n_actions > 0 ? OutputKind::classes : OutputKind::numbers; }
  // Of all weights w, the actor's first.
  std::int64_t dim() const { return actor.n_weights() + critic.n_weights(); }
  template <class T>
  std::span<T> of_actor(std::span<T> w) const {
    return w.first(static_cast<std::size_t>(actor.n_weights()));
  }
  template <class T>
  std::span<T> of_critic(std::span<T> w) const {
    return w.last(static_cast<std::size_t>(critic.n_weights()));
  }
  // Of numbers, the actor's last layer begins at a hundredth of its usual size: no state has a preference
  // yet.
  std::vector<double> first_weights(std::uint64_t seed) const;
  // Sets to zero what of w or of a gradient [dim] would make z depend on the state: but for its bias. A
  // deviation of every state grows large where it may stand in for the mean, which alone acts afterwards.
  void keep_deviation_uniform(std::span<double> w) const;
};

// The likeliest action.
double likeliest_action(OutputKind kind, std::span<const double> scores);

// A random action; draws with uses from `use` on.
double random_action(OutputKind kind, std::span<const double> scores, const RandomPlace& random,
                     std::uint64_t use);

double log_probability(OutputKind kind, std::span<const double> scores, double action);
// Of the distribution; of the normal one without the constant.
double entropy(OutputKind kind, std::span<const double> scores);

// -advantage log pi(action) - entropy_weight entropy; derivatives [scores] become its derivatives.
double policy_loss(OutputKind kind, std::span<const double> scores, double action, double advantage,
                   double entropy_weight, std::span<double> derivatives);

}  // namespace trireme::optim
