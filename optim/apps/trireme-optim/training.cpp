// SPDX-License-Identifier: Apache-2.0
#include "optim/apps/trireme-optim/training.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "optim/apps/trireme-optim/state_file.hpp"
#include "optim/petsc/full_batch.hpp"
#include "optim/petsc/sample_problem.hpp"
#include "optim/petsc/tao_pblbfgs.hpp"
#include "optim/train/snapshots.hpp"
#include "optim/train/stochastic_gradient.hpp"
#include "solvers/comm/root_phase.hpp"
#include "solvers/io/csv_history.hpp"
#include "solvers/log/progress.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::optim {
namespace {

using petsc::check;

// Observes every iterate: a row of the history, the progress line, checkpoints, stop requests.
class Recorder {
 public:
  Recorder(program::Context& context, const ProgramOptions& options, Model& model, const Samples& samples,
           const TrainingResult& result, int first_iteration)
      : context_(context),
        options_(options),
        model_(model),
        samples_(samples),
        result_(result),
        first_iteration_(first_iteration),
        progress_(context.log, "training") {
    if (options.output.history.empty()) return;
    const std::vector<io::CsvColumn> columns{
        {"iteration"},     {"passes"},        {"samples"},           {"lambda"},
        {"objective"},     {"gradient_norm"}, {"vector_reductions"}, {"full_objective"},
        {"train_accuracy"}};
    comm::run_on_root(context.comm, [&] {
      csv_ = options.checkpoint.resume.empty()
                 ? io::CsvHistory(options.output.history, columns)
                 : io::CsvHistory::resume(options.output.history, columns, first_iteration);
    });
  }

  bool operator()(const Iterate& iterate) {
    const SampleWork& work = model_.work();
    double full = std::numeric_limits<double>::quiet_NaN(), accuracy = full;
    if (options_.output.full_objective) {
      const Assessment whole = model_.assess(*iterate.weights, samples_);
      full = whole.loss + 0.5 * result_.lambda * dot(*iterate.weights, *iterate.weights);
      accuracy = whole.accuracy;
    }
    const double row[history_columns] = {static_cast<double>(iterate.iteration),
                                         work.passes(samples_.n_samples),
                                         static_cast<double>(iterate.set.count),
                                         iterate.lambda,
                                         iterate.objective,
                                         iterate.gradient_norm,
                                         static_cast<double>(work.vector_reductions),
                                         full,
                                         accuracy};
    history_.insert(history_.end(), row, row + history_columns);
    comm::run_on_root(context_.comm, [&] {
      if (csv_) csv_->append(row);
    });
    progress_.update(iterate.iteration,
                     fmt::format("{:.2f} passes, {} samples, objective {:.6e}, gradient {:.2e}", row[1],
                                 iterate.set.count, iterate.objective, iterate.gradient_norm));
    stopped_ = context_.stop.requested(context_.comm);
    const auto& checkpoint = options_.checkpoint;
    const bool due = checkpoint.every > 0 && ++since_checkpoint_ >= checkpoint.every;
    if (seen_before_ && iterate.iteration == first_iteration_) {
      seen_before_ = false;  // the iterate that the run goes on from is in the store
    } else {
      snapshots_.observe(iterate);
    }
    if (iterate.state && !checkpoint.file.empty() && (stopped_ || due)) {
      OptimizerState state = iterate.state();
      snapshots_.save(state);
      write_state(checkpoint.file, context_.comm, state, model_.dim());
      since_checkpoint_ = 0;
    }
    return stopped_;
  }

  bool stopped() const { return stopped_; }
  void go_on_from(const OptimizerState& state) {
    snapshots_.restore(state);
    seen_before_ = true;
  }
  const std::vector<std::vector<double>>& snapshots() const { return snapshots_.members(); }
  std::vector<double> finish() {
    progress_.finish();
    return std::move(history_);
  }

 private:
  program::Context& context_;
  const ProgramOptions& options_;
  Model& model_;
  const Samples& samples_;
  const TrainingResult& result_;  // its lambda is known before the first iterate
  int first_iteration_;
  log::Progress progress_;
  std::optional<io::CsvHistory> csv_;
  std::vector<double> history_;
  SnapshotStore snapshots_;
  bool seen_before_ = false;
  int since_checkpoint_ = -1;  // the first iterate is where the run starts
  bool stopped_ = false;
};

// -key value, unless the user gave another.
void suggest(const std::string& key, const std::string& value) {
  PetscBool has = PETSC_FALSE;
  check(PetscOptionsHasName(nullptr, nullptr, key.c_str(), &has));
  if (has == PETSC_FALSE) check(PetscOptionsSetValue(nullptr, key.c_str(), value.c_str()));
}

Ending ending_of(TaoConvergedReason reason) {
  if (reason > 0) return Ending::converged;
  return reason == TAO_DIVERGED_MAXITS || reason == TAO_DIVERGED_MAXFCN ? Ending::limit : Ending::failed;
}

void train_with_tao(program::Context& context, const ProgramOptions& options, Model& model,
                    Recorder& recorder, const std::optional<OptimizerState>& resume, TrainingResult& result) {
  const MethodOptions& method = options.method;
  const bool own = method.kind == Method::dance || method.kind == Method::pblbfgs;
  PetscHolder<Vec> solution;
  check(VecCreate(context.comm.handle(), solution.place()));
  check(VecSetSizes(solution.get(), PETSC_DECIDE, static_cast<PetscInt>(model.dim())));
  check(VecSetType(solution.get(), VECSTANDARD));
  ReplicatedSolution::scatter(result.weights, solution.get());
  if (method.kind == Method::lmvm) suggest("-tao_lmvm_mat_lmvm_hist_size", "10");
  // Products are all there is of the Hessian.
  if (method.kind == Method::nls) suggest("-tao_nls_pc_type", "none");
  if (method.kind == Method::dance && method.gradient_tolerance > 0) suggest("-tao_dance_stop", "tao");

  PetscHolder<Tao> tao;
  check(TaoCreate(context.comm.handle(), tao.place()));
  check(TaoSetType(tao.get(), name_of(method.kind)));
  check(TaoSetSolution(tao.get(), solution.get()));
  const double tolerance = method.gradient_tolerance > 0 ? method.gradient_tolerance : 1e-8;
  check(TaoSetTolerances(tao.get(), tolerance, 0, 0));
  check(TaoSetMaximumIterations(tao.get(), method.max_iterations));
  check(TaoSetMaximumFunctionEvaluations(tao.get(), 1000000));
  check(TaoSetFromOptions(tao.get()));
  const RegularizedObjective regularized(model, result.lambda);
  std::optional<FullBatch> full_batch;
  if (own)
    set_sample_problem(tao.get(), {.objective = &model,
                                   .lambda = result.lambda,
                                   .last_lambda = std::max(0.0, method.lambda),
                                   .observer = [&](const Iterate& iterate) { return recorder(iterate); },
                                   .resume = resume});
  else
    full_batch.emplace(tao.get(), regularized, [&](const Iterate& iterate) { return recorder(iterate); });
  if (method.kind == Method::dance) result.lambda = dance_last_lambda(tao.get());
  check(TaoSolve(tao.get()));

  ReplicatedSolution(solution.get()).gather(solution.get(), result.weights);
  TaoConvergedReason reason = TAO_CONTINUE_ITERATING;
  PetscInt iterations = 0;
  check(TaoGetConvergedReason(tao.get(), &reason));
  check(TaoGetIterationNumber(tao.get(), &iterations));
  result.iterations = static_cast<int>(iterations);
  result.reason = TaoConvergedReasons[reason];
  result.ending = recorder.stopped() ? Ending::stopped : ending_of(reason);
  if (method.kind == Method::dance) result.stages = dance_stages(tao.get());
  if (method.kind == Method::pblbfgs) result.batch_sizes = pblbfgs_history(tao.get()).batch_sizes;
}

void train_stochastic(const ProgramOptions& options, Model& model, Recorder& recorder,
                      const std::optional<OptimizerState>& resume, TrainingResult& result) {
  const MethodOptions& method = options.method;
  const RegularizedObjective regularized(model, result.lambda);
  const StochasticOptions stochastic{.step = step_options(method),
                                     .rate = {method.rate, method.cycles},
                                     .batch = method.batch,
                                     .epochs = method.epochs};
  const StochasticResult run = train_stochastically(
      regularized, stochastic, result.weights, [&](const Iterate& iterate) { return recorder(iterate); },
      resume);
  result.weights = run.weights;
  result.iterations = run.iterations;
  result.ending = run.stopped ? Ending::stopped : run.finite ? Ending::converged : Ending::failed;
  result.reason = run.stopped ? "stopped" : run.finite ? "all epochs done" : "loss or weights are not finite";
}

}  // namespace

TrainingResult train(program::Context& context, const ProgramOptions& options, Model& model,
                     const Samples& samples) {
  const log::ScopedStage stage(context.timers, "train");
  const MethodOptions& method = options.method;
  TrainingResult result;
  result.lambda = method.lambda < 0 ? 1 / static_cast<double>(model.size()) : method.lambda;
  result.weights = model.initial_weights(static_cast<std::uint64_t>(options.data.seed));
  std::optional<OptimizerState> resume;
  if (!options.checkpoint.resume.empty())
    resume = read_state(options.checkpoint.resume, context.comm, name_of(method.kind), model.dim());
  const bool stochastic = method.kind == Method::sgd || method.kind == Method::adam;
  const int first = resume ? static_cast<int>(resume->number(stochastic ? "step" : "iteration")) : 0;
  Recorder recorder(context, options, model, samples, result, first);
  if (resume) recorder.go_on_from(*resume);
  if (stochastic)
    train_stochastic(options, model, recorder, resume, result);
  else
    train_with_tao(context, options, model, recorder, resume, result);
  result.snapshots = recorder.snapshots();
  result.history = recorder.finish();
  return result;
}

}  // namespace trireme::optim
