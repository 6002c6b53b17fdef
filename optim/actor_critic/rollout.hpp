// SPDX-License-Identifier: Apache-2.0
// Environments spread over ranks and threads, each of which goes its own way by the same policy: environment
// e lies on one rank, and what happens to it depends on the weights, the seed and e alone, whatever the
// number of ranks and threads. Called by optim/actor_critic/train_actor_critic.
#pragma once

#include <span>
#include <vector>

#include "optim/actor_critic/policy.hpp"
#include "optim/train/iterate.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::optim {

struct EnvironmentOptions {
  EnvironmentKind kind = EnvironmentKind::cartpole;
  int count = 16;    // of environments, over all ranks
  double noise = 0;  // deviation of what is added to every observed number, in units of its scale
  std::uint64_t seed = 1;
};

// What environments went through, one row a step; of this rank.
struct Transitions {
  int width = 0;                          // of an observation
  std::vector<double> observations;       // [rows, width], scaled, with noise
  std::vector<double> next_observations;  // [rows, width], where the step led
  std::vector<double> actions, rewards;   // [rows]; rewards scaled
  std::vector<unsigned char> terminated;  // [rows]
  std::size_t n_rows() const { return actions.size(); }
  std::span<const double> observation(std::size_t row) const { return row_of(observations, row); }
  std::span<const double> next_observation(std::size_t row) const { return row_of(next_observations, row); }
  void resize(std::size_t n_rows);
  // Adds a row of another.
  void append(const Transitions& other, std::size_t row);
  // All of it as rows of numbers, and back: of as many columns.
  int saved_columns() const { return 2 * width + 3; }
  DistributedRows saved() const;
  void restore(const DistributedRows& rows);

 private:
  std::span<const double> row_of(const std::vector<double>& values, std::size_t row) const {
    return std::span<const double>(values).subspan(row * static_cast<std::size_t>(width),
                                                   static_cast<std::size_t>(width));
  }
};

struct Rollout {
  Transitions steps;  // [environments here, n_steps]
  // [rows]: R_t = r_t + discount ((1 - lambda) V_{t+1} + lambda R_{t+1}), rewards scaled, and of the last
  // step or one where the episode is cut off r_t + discount V_{t+1}. With lambda = 1 discounted rewards to
  // come; R_t - V_t is the generalized advantage estimate (J. Schulman and others, ICLR 2016, arXiv
  // 1506.02438).
  std::vector<double> returns;
  std::vector<double> values;  // [rows]: the critic's, where the step began
  // Of the episodes that ended meanwhile, undiscounted.
  std::vector<double> episode_returns;
};

// What a policy sees: scaled and with noise. observation [facts.observation_size].
void observe_for_policy(const EnvironmentOptions& options, const EnvironmentFacts& facts,
                        const EnvironmentState& state, const RandomPlace& random,
                        std::span<double> observation);

class Environments {
 public:
  // Starts the first episode of each. Local.
  Environments(const comm::Communicator& comm, const EnvironmentOptions& options);

  // Every environment here takes n_steps steps with random actions by weights w [networks.dim()]; episodes
  // that end are followed by the next. trace_decay: lambda of the returns. Local, on all threads.
  Rollout take_steps(const ActorCritic& networks, std::span<const double> w, int n_steps, double discount,
                     double reward_scale, double trace_decay = 1);

  // Where the environments here stand, a row each, and back: of as many environments. A state, the numbers of
  // the episode and of its step, and the return so far.
  static constexpr int saved_columns = 7;
  DistributedRows saved() const;
  void restore(const DistributedRows& rows);

 private:
  struct One {
    EnvironmentState state{};
    RandomPlace place;
    double episode_return = 0;
  };
  void start_episode(One& one) const;

  EnvironmentOptions options_;
  EnvironmentFacts facts_;
  std::vector<One> here_;
};

}  // namespace trireme::optim
