// SPDX-License-Identifier: Apache-2.0
// Policies of a run's snapshots as members of an ensemble (optim/ensemble): what they would do, how much they
// err on the states of the run, and the returns that they reach. Called by trireme-optim.
#pragma once

#include <span>
#include <vector>

#include "optim/actor_critic/rollout.hpp"
#include "optim/actor_critic/train_actor_critic.hpp"
#include "optim/ensemble/selection.hpp"

namespace trireme::optim {

using Weights = std::vector<double>;

// What members say of the states here: scores of choices, or the mean of the number. Local; one thread does a
// forward pass for every member and state, and keeps [members, states, scores] numbers. train_actor_critic
// limits the states.
MemberOutputs policy_outputs(const ActorCritic& networks, std::span<const Weights> members,
                             const Transitions& states);

// |L'|, L' = -D log pi(a) + value_weight D, D = r + discount V(s') - V(s): the sum of both losses that SEERL
// (arXiv 2001.05209, section on selection) judges members by, with the temporal difference as the advantage.
// Local.
MemberLosses policy_losses(const ActorCritic& networks, std::span<const Weights> members,
                           const Transitions& states, const ActorCriticOptions& options);

// The mean undiscounted return of n_episodes episodes of fresh starts, in which the chosen of `members`, each
// by its likeliest action, act by the strategy. The same on any number of ranks and threads. Collective.
double mean_return(const comm::Communicator& comm, const ActorCritic& networks,
                   const EnvironmentOptions& environment, std::span<const Weights> members,
                   std::span<const int> chosen, Strategy strategy, int n_episodes);

}  // namespace trireme::optim
