// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/train/training.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "dlrm_hpc/data/dataset.hpp"
#include "dlrm_hpc/train/checkpoint.hpp"
#include "dlrm_hpc/train/metrics.hpp"
#include "dlrm_hpc/train/run_setup.hpp"
#include "dlrm_hpc/train/second_order.hpp"
#include "dlrm_hpc/train/weight_arrays.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/comm/root_phase.hpp"
#include "solvers/io/atomic_write.hpp"
#include "solvers/io/csv_history.hpp"
#include "solvers/io/state_hash.hpp"
#include "solvers/log/progress.hpp"

namespace trireme::dlrm {
namespace {

using program::ExitCode;

nlohmann::json to_json(const Metrics& metrics) {
  const auto number = [](double value) {
    return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json();
  };
  return {{"samples", metrics.samples},
          {"positives", metrics.positives},
          {"loss", number(metrics.loss)},
          {"log_loss", number(metrics.log_loss)},
          {"auc", number(metrics.auc)},
          {"accuracy", number(metrics.accuracy)},
          {"calibration", number(metrics.calibration)},
          {"normalized_entropy", number(metrics.normalized_entropy)}};
}

// Why predictions cannot be what was wanted; empty when they may be.
std::string what_is_wrong(const Metrics& metrics) {
  if (!metrics.finite) return "predictions are not numbers";
  if (metrics.samples < 2 || metrics.positives == 0 || metrics.positives == metrics.samples) return "";
  if (metrics.highest_logit - metrics.lowest_logit < 1e-6) return "all predictions are the same";
  // Overfitting stays well below.
  if (metrics.normalized_entropy > 10) return "predictions are more than ten times worse than the mean label";
  return "";
}

constexpr const char* advice = "lower optimizer.learning_rate, or warm up with optimizer.warm_up_steps";

// One run: its state, and the steps of its loop.
class Training {
 public:
  Training(program::Context& context, const RunOptions& options)
      : context_(context), options_(options), train_data_(open(options.data.train)) {
    if (!options.data.test.empty()) {
      test_data_.emplace(open(options.data.test));
      require_same_columns(train_data_.schema(), test_data_->schema(), options.data.test);
    }
    if (train_data_.samples() < context.comm.size())
      context.log.warn(fmt::format("{} samples for {} ranks: some ranks have none", train_data_.samples(),
                                   context.comm.size()));
    engine_.emplace(make_engine(context, options, train_data_));
    if (!options.output.restart.empty()) {
      state_ = read_checkpoint(options.output.restart, *engine_, options.optimizer, train_data_.schema(),
                               ReadState::yes);
      context.log.line(fmt::format("goes on behind step {}", state_.step));
    }
    const std::vector<io::CsvColumn> columns = {
        {"step"},        {"epoch"},     {"samples"},
        {"train_loss"},  {"test_loss"}, {"auc"},
        {"log_loss"},    {"accuracy"},  {"normalized_entropy"},
        {"calibration"}, {"time", "s"}, {"samples_per_second", "1/s"}};
    if (!options.output.history.empty())
      comm::run_on_root(context.comm, [&] {
        history_.emplace(options.output.restart.empty()
                             ? io::CsvHistory(options.output.history, columns)
                             : io::CsvHistory::resume(options.output.history, columns,
                                                      static_cast<double>(state_.step) + 0.5));
      });
  }

  ExitCode run() {
    start_ = log::Progress::steady_seconds();
    const std::int64_t first_samples = state_.samples;
    if (options_.optimizer.method == TrainingMethod::first_order)
      take_steps();
    else
      take_rounds();
    seconds_ = log::Progress::steady_seconds() - start_;
    samples_here_ = state_.samples - first_samples;
    if (code_ != ExitCode::numerical) save();
    report();
    return code_;
  }

 private:
  Dataset open(const std::string& path) {
    return comm::CollectiveGuard(context_.comm).run([&] { return Dataset(path); });
  }

  std::int64_t steps_an_epoch() const {
    return (train_data_.samples() + options_.train.batch - 1) / options_.train.batch;
  }

  bool is_due(std::int64_t done, std::int64_t last) const {
    const std::int64_t every = options_.train.test_every;
    return done == last || done % (every > 0 ? every : steps_an_epoch()) == 0;
  }

  void take_steps() {
    std::int64_t last = steps_an_epoch() * options_.train.epochs;
    if (options_.train.max_steps > 0) last = std::min(last, options_.train.max_steps);
    log::Progress progress(context_.log, "training", last);
    const std::int64_t first_samples = state_.samples;
    while (state_.step < last && reason_.empty()) {
      const double step_begin = log::Progress::steady_seconds();
      if (!engine_->is_staged()) stage(state_.step);
      const std::int64_t done = state_.step + 1;
      const bool measures = test_data_ && is_due(done, last);
      const bool saves = is_to_save(done);
      const bool asks = done % 16 == 0 || measures || saves;  // whether to stop
      // The next step's ids travel meanwhile, unless something comes between.
      if (!asks && done < last) stage(done);
      take_step(state_.step);
      step_seconds_[static_cast<std::size_t>(state_.step) % step_seconds_.size()] =
          log::Progress::steady_seconds() - step_begin;
      progress.update(
          done, fmt::format("loss {:.4f}, {:.4g} samples/s{}", running_loss_,
                            static_cast<double>(state_.samples - first_samples) /
                                (log::Progress::steady_seconds() - start_),
                            state_.best_auc >= 0 ? fmt::format(", best AUC {:.4f}", state_.best_auc) : ""));
      if (!reason_.empty()) break;
      if (measures) take_measurement();
      if (saves && reason_.empty()) save();
      if (asks) ask_to_stop();
    }
    progress.finish();
  }

  void ask_to_stop() {
    if (!reason_.empty() || !context_.stop.requested(context_.comm)) return;
    reason_ = context_.stop.reason();
    code_ = ExitCode::stopped;
  }

  // Tables by steps, then dance or pblbfgs, in turn.
  void take_rounds() {
    const OptimizerOptions& optimizer = options_.optimizer;
    log::Progress progress(context_.log, "training");
    while (state_.round < optimizer.rounds && reason_.empty()) {
      const std::int64_t last = (state_.round + 1) * optimizer.table_epochs * steps_an_epoch();
      while (state_.table_step < last && reason_.empty()) {
        const std::int64_t step = state_.table_step;
        if (!engine_->is_staged()) stage(step);
        // Whether something comes between this step and the next.
        const bool saves = is_to_save(state_.step + 1), ends = are_steps_used_up(state_.step + 1);
        const bool asks = step % 16 == 0 || saves || ends;
        if (!asks && step + 1 < last) stage(step + 1);
        take_step(step);
        ++state_.table_step;
        progress.update(state_.step, fmt::format("round {}, loss {:.4f}", state_.round + 1, running_loss_));
        if (saves && reason_.empty()) save();
        if (asks) ask_to_stop();
        if (ends) end_at_limit("train.max_steps is reached");
      }
      if (reason_.empty()) take_round(progress);
    }
    progress.finish();
  }

  bool is_to_save(std::int64_t done) const {
    return options_.output.checkpoint_every > 0 && done % options_.output.checkpoint_every == 0;
  }
  bool are_steps_used_up(std::int64_t done) const {
    return options_.train.max_steps > 0 && done >= options_.train.max_steps;
  }

  void end_at_limit(const std::string& reason) {
    if (!reason_.empty()) return;
    reason_ = reason;
    code_ = ExitCode::limit;
  }

  void take_round(log::Progress& progress) {
    const OptimizerOptions& optimizer = options_.optimizer;
    const GlobalIndex n = train_data_.samples(), samples_before = state_.samples;
    const std::int64_t steps_before = state_.step;
    SecondOrderProblem problem(*engine_, options_, train_data_);
    std::int64_t iterations = 0, measured_passes = 0;
    bool is_measured = false, are_passes_used_up = false;
    const auto observe = [&](const TaoIterate& iterate) {
      const double passes = problem.objective().work().passes(n);
      state_.samples = samples_before + std::llround(passes * static_cast<double>(n));
      const bool is_step = iterations++ > 0;
      if (is_step) ++state_.step;
      note_loss(iterate.objective);
      progress.update(
          state_.step,
          fmt::format("round {}, {:.1f} passes, {} samples, objective {:.5f}, gradient {:.1e}",
                      state_.round + 1, passes, iterate.samples, iterate.objective, iterate.gradient_norm));
      const std::int64_t every = options_.train.test_every;
      const auto whole_passes = static_cast<std::int64_t>(passes);
      is_measured = every > 0 ? iterations % every == 0 : whole_passes > measured_passes;
      is_measured = is_measured && test_data_ && reason_.empty();
      if (is_measured) {
        measured_passes = whole_passes;
        problem.put(iterate.weights);
        take_measurement();
      }
      if (is_step && is_to_save(state_.step) && reason_.empty()) {
        problem.put(iterate.weights);
        save();
      }
      ask_to_stop();
      are_passes_used_up = passes >= optimizer.passes;
      return !reason_.empty() || are_passes_used_up || are_steps_used_up(state_.step);
    };
    const TaoResult result = problem.solve(observe);
    rounds_.push_back({{"iterations", result.iterations},
                       {"steps", state_.step - steps_before},
                       {"passes", problem.objective().work().passes(n)},
                       {"reason", result.reason}});
    if (test_data_ && !is_measured && reason_.empty()) take_measurement();
    if (!reason_.empty()) return;
    if (!result.failed) {
      if (!are_passes_used_up && are_steps_used_up(state_.step))
        return end_at_limit("train.max_steps is reached");
      // What earlier rounds lack the later ones may bring.
      if (++state_.round < optimizer.rounds) return;
      if (are_passes_used_up) end_at_limit("optimizer.passes are used up in the last round");
      if (result.at_limit) end_at_limit(fmt::format("the last round ended with {}", result.reason));
      return;
    }
    reason_ = fmt::format("the method ended with {}", result.reason);
    code_ = ExitCode::numerical;
    context_.log.warn(reason_);
  }

  void note_loss(double loss) {
    std::uint64_t bits;
    std::memcpy(&bits, &loss, 8);
    state_.loss_hash = mix_bits(state_.loss_hash ^ bits);
    running_loss_ =
        state_.step <= 1 || options_.optimizer.holds_layers() ? loss : 0.98 * running_loss_ + 0.02 * loss;
    interval_loss_ += loss;
    ++interval_steps_;
    if (!std::isfinite(loss)) {
      reason_ = fmt::format("the loss of step {} is not a number", state_.step);
      code_ = ExitCode::numerical;
      context_.log.warn(reason_ + " -> " + advice);
    }
  }

  void stage(std::int64_t step) {
    const std::int64_t epoch = step / steps_an_epoch();
    const GlobalIndex first = step % steps_an_epoch() * options_.train.batch;
    const Permutation order(train_data_.samples(), static_cast<std::uint64_t>(options_.train.shuffle_seed),
                            static_cast<std::uint64_t>(epoch));
    engine_->stage(train_data_, options_.train.shuffle ? &order : nullptr, first,
                   std::min(options_.train.batch, train_data_.samples() - first));
  }

  void take_step(std::int64_t step) {
    const GlobalIndex first = step % steps_an_epoch() * options_.train.batch;
    const GlobalIndex n = std::min(options_.train.batch, train_data_.samples() - first);
    const double loss = engine_->train(step) / static_cast<double>(n);
    ++state_.step;
    state_.samples += n;
    note_loss(loss);
  }

  // Passes over the samples so far.
  double epoch() const {
    return static_cast<double>(state_.samples) / static_cast<double>(train_data_.samples());
  }

  void take_measurement() {
    const double before = log::Progress::steady_seconds();
    last_ = measure_on(*engine_, *test_data_, options_);
    const double seconds = log::Progress::steady_seconds() - before;
    measuring_seconds_ += seconds;
    const double elapsed = log::Progress::steady_seconds() - start_;
    context_.log.line(
        fmt::format("step {:>7}  epoch {:.2f}  training loss {:.5f}  test loss {:.5f}  AUC {:.5f}  accuracy "
                    "{:.5f}  NE {:.4f}",
                    state_.step, epoch(), interval_loss_ / static_cast<double>(interval_steps_), last_->loss,
                    last_->auc, last_->accuracy, last_->normalized_entropy));
    if (history_) {
      const double row[] = {static_cast<double>(state_.step),
                            epoch(),
                            static_cast<double>(state_.samples),
                            interval_loss_ / static_cast<double>(interval_steps_),
                            last_->loss,
                            last_->auc,
                            last_->log_loss,
                            last_->accuracy,
                            last_->normalized_entropy,
                            last_->calibration,
                            elapsed,
                            static_cast<double>(state_.samples) / elapsed};
      history_->append(row);
    }
    interval_loss_ = 0;
    interval_steps_ = 0;
    if (const std::string wrong = what_is_wrong(*last_); !wrong.empty()) {
      reason_ = fmt::format("{} after step {}", wrong, state_.step);
      code_ = ExitCode::numerical;
      context_.log.warn(reason_ + " -> " + advice);
      return;
    }
    if (last_->auc > state_.best_auc) {
      state_.best_auc = last_->auc;
      state_.best_step = state_.step;
      state_.measurements_without_gain = 0;
      best_ = last_;
    } else if (++state_.measurements_without_gain >= options_.train.patience && options_.train.patience > 0) {
      reason_ = fmt::format("no better area under the curve for {} measurements", options_.train.patience);
    }
  }

  void save() {
    if (options_.output.checkpoint.empty()) return;
    write_checkpoint(options_.output.checkpoint, *engine_, options_.optimizer, train_data_.schema(), state_);
  }

  // Of the last steps; 0 when there were none.
  double median_step() const {
    std::vector<double> seconds;
    for (const double one : step_seconds_)
      if (one > 0) seconds.push_back(one);
    if (seconds.empty()) return 0;
    const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
    std::nth_element(seconds.begin(), middle, seconds.end());
    return *middle;
  }

  void report() {
    log::RunRecord& record = context_.record;
    const bool done = code_ == ExitCode::done;
    record.set("converged", done);
    record.set("reason", reason_.empty() ? "all steps done" : reason_);
    record.set("steps", state_.step);
    record.set("samples", state_.samples);
    record.set("block_samples", options_.parallel.samples_of_block(options_.train.batch));
    record.set("training_loss", running_loss_);
    if (!rounds_.empty()) record.set("rounds", rounds_);
    for (const char* key : {"loss", "auc", "accuracy", "normalized_entropy"}) record.set(key, nullptr);
    if (last_) {
      const nlohmann::json last = to_json(*last_);
      for (const char* key : {"loss", "auc", "accuracy", "normalized_entropy"}) record.set(key, last.at(key));
      record.set("last", last);
    }
    if (state_.best_auc >= 0) {
      record.set("best.auc", state_.best_auc);
      record.set("best.step", state_.best_step);
      if (best_) record.set("best.metrics", to_json(*best_));
    }
    const double stepping = seconds_ - measuring_seconds_;
    record.set("samples_per_second", stepping > 0 ? static_cast<double>(samples_here_) / stepping : 0);
    const auto& parts = engine_->times().seconds();
    for (std::size_t part = 0; part < parts.size(); ++part)
      record.set(std::string("time.") + step_part_names[part], comm::all_max(context_.comm, parts[part]));
    record.set("time.test", measuring_seconds_);
    record.set("time.steps", stepping);
    record.set("time.median_step", comm::all_max(context_.comm, median_step()));
    const StepEngine::Bytes bytes = engine_->bytes_sent();
    record.set("bytes.ids", comm::all_sum(context_.comm, bytes.ids));
    record.set("bytes.vectors", comm::all_sum(context_.comm, bytes.vectors));
    record.set("bytes.gradients", comm::all_sum(context_.comm, bytes.gradients));
    record.set("bytes.layers", comm::all_sum(context_.comm, bytes.layers));
    record.set("peak_memory_mib", comm::all_max(context_.comm, log::peak_memory_mib()));
    record.set("weights_hash", io::hash_text(engine_->weights_hash()));
    record.set("loss_hash", io::hash_text(state_.loss_hash));
    context_.log.line(fmt::format("{} after {} steps, {:.4g} samples/s", reason_.empty() ? "done" : reason_,
                                  state_.step, record.at("samples_per_second").get<double>()));
  }

  program::Context& context_;
  const RunOptions& options_;
  Dataset train_data_;
  std::optional<Dataset> test_data_;
  std::optional<StepEngine> engine_;
  std::optional<io::CsvHistory> history_;
  RunState state_;
  nlohmann::json rounds_ = nlohmann::json::array();  // of second-order training
  std::string reason_;
  ExitCode code_ = ExitCode::done;
  std::optional<Metrics> last_, best_;
  double running_loss_ = 0, interval_loss_ = 0, start_ = 0, seconds_ = 0, measuring_seconds_ = 0;
  std::int64_t interval_steps_ = 0, samples_here_ = 0;
  std::array<double, 1024> step_seconds_ = {};  // of the last steps, by their number modulo 1024
};

}  // namespace

namespace {

Dataset open_columns(program::Context& context, const RunOptions& options) {
  const std::string& path = options.data.train.empty() ? options.data.test : options.data.train;
  TRIREME_VALIDATE(!path.empty(), ErrorKind::input, "neither data.train nor data.test is set",
                   "a model is made for the columns of its samples", "name a file of samples");
  return comm::CollectiveGuard(context.comm).run([&] { return Dataset(path); });
}

}  // namespace

ExitCode run_training(program::Context& context, const RunOptions& options) {
  TRIREME_VALIDATE(!options.data.train.empty(), ErrorKind::input, "data.train is not set",
                   "there is nothing to train on", "make a file of samples with trireme-dlrm prepare");
  return Training(context, options).run();
}

ExitCode run_prediction(program::Context& context, const RunOptions& options) {
  TRIREME_VALIDATE(!options.data.test.empty() && !options.output.restart.empty(), ErrorKind::input,
                   "predict needs data.test and output.restart", "one is not set",
                   "name a file of samples and a checkpoint");
  const Dataset data = comm::CollectiveGuard(context.comm).run([&] { return Dataset(options.data.test); });
  StepEngine engine = make_engine(context, options, data);
  read_checkpoint(options.output.restart, engine, options.optimizer, data.schema(), ReadState::no);
  std::vector<float> logits, labels;
  const Metrics metrics = measure_on(engine, data, options, &logits, &labels);
  if (!options.output.predictions.empty())
    comm::run_on_root(context.comm, [&] {
      std::string text = "sample,label,prediction\n";
      for (std::size_t s = 0; s < logits.size(); ++s)
        text += fmt::format("{},{},{:.9g}\n", s, labels[s], kernels::logistic(logits[s]));
      io::atomic_write(options.output.predictions, text);
    });
  const nlohmann::json json = to_json(metrics);
  for (const auto& [key, value] : json.items()) context.record.set(key, value);
  context.record.set("weights_hash", io::hash_text(engine.weights_hash()));
  context.log.line(fmt::format("{} samples: loss {:.5f}  AUC {:.5f}  accuracy {:.5f}  NE {:.4f}",
                               metrics.samples, metrics.loss, metrics.auc, metrics.accuracy,
                               metrics.normalized_entropy));
  return metrics.finite ? ExitCode::done : ExitCode::numerical;
}

ExitCode run_export(program::Context& context, const RunOptions& options) {
  const Dataset data = open_columns(context, options);
  TRIREME_VALIDATE(!options.output.restart.empty() && !options.output.arrays.empty(), ErrorKind::input,
                   "export needs output.restart and output.arrays", "one is not set",
                   "name a checkpoint, and the .npz to write");
  StepEngine engine = make_engine(context, options, data);
  read_checkpoint(options.output.restart, engine, options.optimizer, data.schema(), ReadState::no);
  write_weight_arrays(options.output.arrays, engine);
  context.record.set("weights_hash", io::hash_text(engine.weights_hash()));
  return ExitCode::done;
}

ExitCode run_import(program::Context& context, const RunOptions& options) {
  const Dataset data = open_columns(context, options);
  TRIREME_VALIDATE(!options.output.checkpoint.empty() && !options.output.arrays.empty(), ErrorKind::input,
                   "import needs output.arrays and output.checkpoint", "one is not set",
                   "name the .npz to read, and the checkpoint to write");
  StepEngine engine = make_engine(context, options, data);
  read_weight_arrays(options.output.arrays, engine);
  write_checkpoint(options.output.checkpoint, engine, options.optimizer, data.schema(), {});
  context.record.set("weights_hash", io::hash_text(engine.weights_hash()));
  return ExitCode::done;
}

}  // namespace trireme::dlrm
