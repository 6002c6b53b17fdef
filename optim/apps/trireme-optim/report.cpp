// SPDX-License-Identifier: Apache-2.0
#include "optim/apps/trireme-optim/report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "optim/problem/regularized_objective.hpp"
#include "solvers/comm/alltoall.hpp"
#include "solvers/io/hdf5_file.hpp"
#include "solvers/io/state_hash.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::optim {
namespace {

void report_work(program::Context& context, const SampleWork& work, GlobalIndex n_samples) {
  log::RunRecord& record = context.record;
  const auto n = static_cast<double>(n_samples);
  record.set("passes", work.passes(n_samples));
  record.set("gradients", static_cast<double>(work.gradients) / n);
  record.set("hessian_products", static_cast<double>(work.products) / n);
  record.set("sweeps", static_cast<double>(work.sweeps) / n);
  record.set("reductions", work.reductions);
  record.set("vector_reductions", work.vector_reductions);
  record.set("reduced_bytes", work.reduced_bytes);
}

void report_stages(program::Context& context, const TrainingResult& result) {
  context.record.set("stages", nlohmann::json::array());
  context.record.set("batch_sizes", result.batch_sizes);
  for (const DanceStage& stage : result.stages) {
    context.record.append("stages", {{"samples", stage.samples},
                                     {"accuracy", stage.accuracy},
                                     {"newton_steps", stage.newton_steps},
                                     {"krylov_iterations", stage.krylov_iterations},
                                     {"objective", stage.objective},
                                     {"gradient_norm", stage.gradient_norm},
                                     {"passes", stage.passes}});
    context.log.line(
        fmt::format("stage of {:>8} samples: V {:.2e}, {:>2} Newton steps, {:>3} products, gradient {:.2e}, "
                    "{:>6.2f} passes",
                    stage.samples, stage.accuracy, stage.newton_steps, stage.krylov_iterations,
                    stage.gradient_norm, stage.passes));
  }
}

nlohmann::json history_rows(const std::vector<double>& history) {
  nlohmann::json rows = nlohmann::json::array();
  for (std::size_t at = 0; at < history.size(); at += history_columns) {
    nlohmann::json row = {{"iteration", history[at]},         {"passes", history[at + 1]},
                          {"samples", history[at + 2]},       {"objective", history[at + 4]},
                          {"gradient_norm", history[at + 5]}, {"vector_reductions", history[at + 6]}};
    if (std::isfinite(history[at + 7])) {
      row["full_objective"] = history[at + 7];
      row["train_accuracy"] = history[at + 8];
    }
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

void record_weights_hash(program::Context& context, std::span<const double> weights) {
  const auto [begin, end] = threads::thread_range(static_cast<GlobalIndex>(weights.size()),
                                                  context.comm.rank(), context.comm.size());
  const auto here = weights.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
  context.record.set("w_hash", io::hash_text(io::state_hash(context.comm, here, 1, begin)));
}

void report_training(program::Context& context, const TrainingResult& result, Model& model,
                     const Samples& samples, const Samples* test) {
  log::RunRecord& record = context.record;
  report_work(context, model.work(), samples.n_samples);
  report_stages(context, result);
  const RegularizedObjective regularized(model, result.lambda);
  std::vector<double> gradient(result.weights.size());
  const double objective = regularized.value_gradient(result.weights, {0, samples.n_samples}, gradient);
  const Assessment on_training = model.assess(result.weights, samples);
  record.set("objective", objective);
  record.set("gradient_norm", norm2(gradient));
  record.set("lambda", result.lambda);
  record.set("iterations", result.iterations);
  record.set("train_loss", on_training.loss);
  record.set("train_accuracy", on_training.accuracy);
  record.set("test_accuracy", nullptr);
  record.set("test_loss", nullptr);
  record_weights_hash(context, result.weights);
  record.set("history", history_rows(result.history));
  context.log.line(fmt::format("objective {:.12e}, gradient norm {:.3e}, {:.2f} passes, {} iterations ({})",
                               objective, norm2(gradient), record.at("passes").get<double>(),
                               result.iterations, result.reason));
  std::string accuracy = fmt::format("accuracy {:.4f} in training", on_training.accuracy);
  if (test != nullptr) {
    const Assessment on_test = model.assess(result.weights, *test);
    record.set("test_accuracy", on_test.accuracy);
    record.set("test_loss", on_test.loss);
    accuracy += fmt::format(", {:.4f} on {} test samples", on_test.accuracy, on_test.count);
  }
  context.log.line(accuracy);
  record.set("converged", result.ending == Ending::converged);
  record.set("reason", result.reason);
}

void write_predictions(program::Context& context, const std::string& path, const Model& model,
                       std::span<const double> weights, const Samples& samples) {
  const comm::Communicator& comm = context.comm;
  const std::vector<double> scores = model.scores(weights, samples);
  const auto width = static_cast<std::size_t>(model.n_scores());
  // Back to the order of the file: rank r writes its share of rows.
  struct Row {
    GlobalIndex row;
    std::size_t here;
  };
  std::vector<Row> rows;
  for (std::size_t i = 0; i < samples.file_rows.size(); ++i) rows.push_back({samples.file_rows[i], i});
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.row < b.row; });
  std::vector<GlobalIndex> counts(static_cast<std::size_t>(comm.size()));
  std::vector<double> message;
  std::size_t at = 0;
  for (int rank = 0; rank < comm.size(); ++rank) {
    const GlobalIndex end = threads::thread_range(samples.n_samples, rank, comm.size()).end;
    for (; at < rows.size() && rows[at].row < end; ++at) {
      const std::span<const double> of_row =
          std::span<const double>(scores).subspan(rows[at].here * width, width);
      double label = of_row[0];
      if (!samples.classes.empty()) label = samples.classes[static_cast<std::size_t>(chosen_class(of_row))];
      message.push_back(static_cast<double>(rows[at].row));
      message.push_back(label);
      message.insert(message.end(), of_row.begin(), of_row.end());
      counts[static_cast<std::size_t>(rank)] += static_cast<GlobalIndex>(width + 2);
    }
  }
  const std::vector<double> received = comm::all_to_all_v(comm, message, counts).values;
  const auto [begin, end] = threads::thread_range(samples.n_samples, comm.rank(), comm.size());
  std::vector<double> labels(static_cast<std::size_t>(end - begin)), ordered(labels.size() * width);
  for (std::size_t k = 0; k < received.size(); k += width + 2) {
    const auto row = static_cast<std::size_t>(static_cast<GlobalIndex>(received[k]) - begin);
    labels[row] = received[k + 1];
    std::copy_n(received.begin() + static_cast<std::ptrdiff_t>(k + 2), width,
                ordered.begin() + static_cast<std::ptrdiff_t>(row * width));
  }
  io::Hdf5File file = io::Hdf5File::create(path, comm);
  file.write_rows("labels", labels, 1, begin, samples.n_samples);
  file.write_rows("scores", ordered, static_cast<std::int64_t>(width), begin, samples.n_samples);
  file.close();
}

}  // namespace trireme::optim
