// SPDX-License-Identifier: Apache-2.0
#include "optim/apps/trireme-optim/learning.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "optim/actor_critic/policy_ensemble.hpp"
#include "optim/apps/trireme-optim/ensemble_report.hpp"
#include "optim/apps/trireme-optim/report.hpp"
#include "optim/apps/trireme-optim/state_file.hpp"
#include "optim/train/snapshots.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/base/error.hpp"
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
          .trace_decay = learning.trace_decay,
          .normalize_advantages = learning.normalize_advantages,
          .reward_scale = learning.reward_scale,
          .value_weight = learning.value_weight,
          .entropy_weight = learning.entropy_weight,
          .largest_gradient = learning.largest_gradient,
          .step = step_options(options.method),
          .rate = {options.method.rate, options.method.cycles}};
}

// Of checkpoints: they go on in the same environments, by the same method and with networks of the same
// shape and meaning.
std::string state_name(const ProgramOptions& options) {
  const LearningOptions& learning = options.learning;
  return fmt::format(
      "{} {} [{}] {} environments, {} steps, noise {}, seed {}, discount {}, trace {}, normalized {}, "
      "reward {}, value {}, entropy {}{}",
      name_of(learning.task), name_of(options.method.kind), fmt::join(options.model.hidden, " "),
      learning.environments, learning.steps, learning.noise, options.data.seed, learning.discount,
      learning.trace_decay, learning.normalize_advantages, learning.reward_scale, learning.value_weight,
      learning.entropy_weight,
      facts_of(environment_of(learning.task)).n_actions > 0 ? "" : std::string(", ") + number_policy);
}

// Observes every update: a row of the history, the progress line, snapshots, checkpoints, stop requests.
class LearningRecorder {
 public:
  // resume: what the run goes on from, if anything.
  LearningRecorder(program::Context& context, const ProgramOptions& options, const OptimizerState* resume)
      : context_(context),
        options_(options),
        steps_of_update_(std::int64_t{options.learning.environments} * options.learning.steps),
        progress_(context.log, "learning") {
    context.record.set("history", nlohmann::json::array());
    if (resume != nullptr) snapshots_.restore(*resume);
    if (options.output.history.empty()) return;
    const std::vector<io::CsvColumn> columns{{"update"}, {"steps"},         {"episodes"}, {"mean_return"},
                                             {"loss"},   {"gradient_norm"}, {"rate"}};
    comm::run_on_root(context.comm, [&] {
      csv_ = resume == nullptr
                 ? io::CsvHistory(options.output.history, columns)
                 : io::CsvHistory::resume(options.output.history, columns, resume->number("update") + 1);
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
    const bool stopped = context_.stop.requested(context_.comm);
    const CheckpointOptions& checkpoint = options_.checkpoint;
    const bool due = checkpoint.every > 0 && iterate.iteration % checkpoint.every == 0;
    if (!checkpoint.file.empty() && (stopped || due)) {
      OptimizerState state = iterate.state();
      state.method = state_name(options_);
      snapshots_.save(state);
      write_state(checkpoint.file, context_.comm, state, static_cast<GlobalIndex>(iterate.weights->size()));
    }
    return stopped;
  }

  std::vector<Weights> finish() {
    progress_.finish();
    return snapshots_.members();
  }

 private:
  program::Context& context_;
  const ProgramOptions& options_;
  std::int64_t steps_of_update_;
  log::Progress progress_;
  std::optional<io::CsvHistory> csv_;
  double last_return_ = 0;
  SnapshotStore snapshots_;
};

double return_of_policy(program::Context& context, const ProgramOptions& options, const ActorCritic& networks,
                        const ActorCriticOptions& learned, const Weights& weights) {
  const int only = 0;
  return mean_return(context.comm, networks, learned.environment, std::span<const Weights>(&weights, 1),
                     std::span<const int>(&only, 1), options.ensemble.strategy,
                     options.learning.evaluation_episodes);
}

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
  const auto return_of = [&](const Weights& weights) {
    return return_of_policy(context, options, networks, learned, weights);
  };
  const Weights first = networks.first_weights(learned.environment.seed);
  const double at_start = return_of(first);
  std::optional<OptimizerState> resume;
  if (!options.checkpoint.resume.empty())
    resume = read_state(options.checkpoint.resume, context.comm, state_name(options), networks.dim());
  ActorCriticResult result;
  std::vector<Weights> snapshots;
  {
    const log::ScopedStage stage(context.timers, "train");
    LearningRecorder recorder(context, options, resume ? &*resume : nullptr);
    result = train_actor_critic(
        context.comm, networks, learned, first,
        [&](const ActorCriticIterate& iterate) { return recorder(iterate); }, resume);
    snapshots = recorder.finish();
  }
  // Before the policy is judged, which takes its time: a run that is asked to stop may be killed soon.
  if (result.finite && !options.output.model.empty()) {
    StoredModel policy;
    policy.model = options.model;
    policy.shape.n_features = networks.facts.observation_size;
    policy.weights = result.weights;
    policy.task = name_of(options.learning.task);
    if (networks.kind() == OutputKind::numbers) policy.meaning = number_policy;
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

Ending act(program::Context& context, const ProgramOptions& options, const StoredModel& policy) {
  ProgramOptions of_policy = options;
  of_policy.model = policy.model;
  const std::optional<Task> task = task_named(policy.task);
  TRIREME_VALIDATE(task && policy.model.kind == ModelKind::mlp, ErrorKind::input,
                   fmt::format("{}: no policy of this program", options.predict_model),
                   fmt::format("its task is '{}'", policy.task), "give a file that output.model named");
  of_policy.learning.task = *task;
  const ActorCriticOptions learned = actor_critic_options(of_policy);
  const ActorCritic networks(facts_of(learned.environment.kind),
                             {policy.model.hidden.begin(), policy.model.hidden.end()});
  TRIREME_VALIDATE(static_cast<std::int64_t>(policy.weights.size()) == networks.dim(), ErrorKind::input,
                   fmt::format("{} has {} weights", options.predict_model, policy.weights.size()),
                   fmt::format("its networks have {}", networks.dim()), "give the file of another run");
  const std::string meaning = networks.kind() == OutputKind::numbers ? number_policy : "";
  TRIREME_VALIDATE(policy.meaning == meaning, ErrorKind::input,
                   fmt::format("{}: its weights mean something else", options.predict_model),
                   fmt::format("they are of '{}', this program's of '{}'", policy.meaning, meaning),
                   "train the policy anew");
  const double found = return_of_policy(context, of_policy, networks, learned, policy.weights);
  context.record.set("task", policy.task);
  record_weights_hash(context, policy.weights);
  if (!std::isfinite(found)) return Ending::failed;
  context.record.set("mean_return", found);
  context.log.line(fmt::format("{}: mean return {:.2f} of {} episodes", policy.task, found,
                               options.learning.evaluation_episodes));
  return Ending::converged;
}

}  // namespace trireme::optim
