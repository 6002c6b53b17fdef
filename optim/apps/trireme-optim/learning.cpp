// SPDX-License-Identifier: Apache-2.0
#include "optim/apps/trireme-optim/learning.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "optim/actor_critic/policy_ensemble.hpp"
#include "optim/apps/trireme-optim/ensemble_report.hpp"
#include "optim/apps/trireme-optim/model_file.hpp"
#include "optim/apps/trireme-optim/report.hpp"
#include "optim/train/snapshots.hpp"
#include "solvers/comm/root_phase.hpp"
#include "solvers/io/csv_history.hpp"
#include "solvers/log/progress.hpp"

namespace trireme::optim {
namespace {

EnvironmentKind environment_of(Task task) {
  switch (task) {
    case Task::acrobot:
      return EnvironmentKind::acrobot;
    case Task::mountain_car:
      return EnvironmentKind::mountain_car;
    case Task::pendulum:
      return EnvironmentKind::pendulum;
    default:
      return EnvironmentKind::cartpole;
  }
}

ActorCriticOptions actor_critic_options(const ProgramOptions& options) {
  const LearningOptions& learning = options.learning;
  return {.environment = {.kind = environment_of(learning.task),
                          .count = learning.environments,
                          .noise = learning.noise,
                          .seed = static_cast<std::uint64_t>(options.data.seed)},
          .steps = learning.steps,
          .updates = learning.updates,
          .discount = learning.discount,
          .reward_scale = learning.reward_scale,
          .value_weight = learning.value_weight,
          .entropy_weight = learning.entropy_weight,
          .largest_gradient = learning.largest_gradient,
          .step = step_options(options.method),
          .rate = {options.method.rate, options.method.cycles}};
}

// Observes every update: a row of the history, the progress line, snapshots, stop requests.
class LearningRecorder {
 public:
  LearningRecorder(program::Context& context, const ProgramOptions& options)
      : context_(context),
        steps_of_update_(std::int64_t{options.learning.environments} * options.learning.steps),
        progress_(context.log, "learning") {
    context.record.set("history", nlohmann::json::array());
    if (options.output.history.empty()) return;
    comm::run_on_root(context.comm, [&] {
      csv_ = io::CsvHistory(
          options.output.history,
          {{"update"}, {"steps"}, {"episodes"}, {"mean_return"}, {"loss"}, {"gradient_norm"}, {"rate"}});
    });
  }

  bool operator()(const ActorCriticIterate& now) {
    const Iterate& iterate = now.iterate;
    const double steps = static_cast<double>(steps_of_update_ * iterate.iteration);
    const double row[] = {static_cast<double>(iterate.iteration),
                          steps,
                          static_cast<double>(now.episodes),
                          now.mean_return,
                          iterate.objective,
                          iterate.gradient_norm,
                          iterate.step};
    comm::run_on_root(context_.comm, [&] {
      if (csv_) csv_->append(row);
    });
    if (std::isfinite(now.mean_return)) {
      last_return_ = now.mean_return;
      context_.record.append("history", {{"update", iterate.iteration},
                                         {"steps", steps},
                                         {"episodes", now.episodes},
                                         {"mean_return", now.mean_return}});
    }
    progress_.update(iterate.iteration, fmt::format("{} episodes, mean return {:.1f}, loss {:.4e}",
                                                    now.episodes, last_return_, iterate.objective));
    snapshots_.observe(iterate);
    return context_.stop.requested(context_.comm);
  }

  std::vector<Weights> finish() {
    progress_.finish();
    return snapshots_.members();
  }

 private:
  program::Context& context_;
  std::int64_t steps_of_update_;
  log::Progress progress_;
  std::optional<io::CsvHistory> csv_;
  double last_return_ = 0;
  SnapshotStore snapshots_;
};

void report_policies(program::Context& context, const ProgramOptions& options, const ActorCritic& networks,
                     const ActorCriticOptions& learned, const std::vector<Weights>& snapshots,
                     const Transitions& states) {
  const EnsembleOptions& ensemble = options.ensemble;
  if (ensemble.members == 0 || snapshots.empty()) return;
  const MemberOutputs outputs = policy_outputs(networks, snapshots, states);
  std::vector<int> all(snapshots.size());
  std::iota(all.begin(), all.end(), 0);
  std::vector<double> of_all;
  for (std::size_t row = 0; row < states.n_rows(); ++row)
    of_all.push_back(ensemble_choice(networks.kind(), outputs, all, row, ensemble.strategy, 0));
  const Choice choice = choose_members(context.comm, networks.kind(), outputs,
                                       policy_losses(networks, snapshots, states, learned), of_all, ensemble);
  record_ensemble(context, choice, "return", [&](std::span<const int> members) {
    return mean_return(context.comm, networks, learned.environment, snapshots, members, ensemble.strategy,
                       options.learning.evaluation_episodes);
  });
}

}  // namespace

Ending learn(program::Context& context, const ProgramOptions& options) {
  const ActorCriticOptions learned = actor_critic_options(options);
  const ActorCritic networks(facts_of(learned.environment.kind),
                             {options.model.hidden.begin(), options.model.hidden.end()});
  const int only = 0;
  const auto return_of = [&](const Weights& weights) {
    return mean_return(context.comm, networks, learned.environment, std::span<const Weights>(&weights, 1),
                       std::span<const int>(&only, 1), options.ensemble.strategy,
                       options.learning.evaluation_episodes);
  };
  const Weights first = networks.first_weights(learned.environment.seed);
  const double at_start = return_of(first);
  ActorCriticResult result;
  std::vector<Weights> snapshots;
  {
    const log::ScopedStage stage(context.timers, "train");
    LearningRecorder recorder(context, options);
    result = train_actor_critic(context.comm, networks, learned, first,
                                [&](const ActorCriticIterate& iterate) { return recorder(iterate); });
    snapshots = recorder.finish();
  }
  // Before the policy is judged, which takes its time: a run that is asked to stop may be killed soon.
  if (result.finite && !options.output.model.empty()) {
    StoredModel policy;
    policy.model = options.model;
    policy.shape.n_features = networks.facts.observation_size;
    policy.weights = result.weights;
    policy.task = name_of(options.learning.task);
    write_model(options.output.model, context.comm, policy);
  }
  const double nothing = std::numeric_limits<double>::quiet_NaN(),
               at_end = result.finite ? return_of(result.weights) : nothing;
  // The last update's weights may be finite and what they say of a state not.
  const bool usable = std::isfinite(at_end);
  const std::string reason = !result.finite   ? "loss or weights are not finite"
                             : !usable        ? "the mean return is not finite"
                             : result.stopped ? "stopped"
                                              : "all updates done";
  context.record.set("converged", usable && !result.stopped);
  context.record.set("reason", reason);
  context.record.set("updates", result.updates);
  context.record.set("episodes", result.episodes);
  context.record.set("environment_steps",
                     std::int64_t{result.updates} * options.learning.environments * options.learning.steps);
  record_weights_hash(context, result.weights);
  context.record.set("return_at_start", at_start);
  context.log.line(fmt::format("{} updates, {} episodes ({})", result.updates, result.episodes, reason));
  if (!usable) return Ending::failed;
  context.record.set("mean_return", at_end);
  context.log.line(fmt::format("mean return {:.2f}, at the start {:.2f}", at_end, at_start));
  report_policies(context, options, networks, learned, snapshots, result.states);
  return result.stopped ? Ending::stopped : Ending::converged;
}

}  // namespace trireme::optim
