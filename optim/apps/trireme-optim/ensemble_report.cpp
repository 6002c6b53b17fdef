// SPDX-License-Identifier: Apache-2.0
#include "optim/apps/trireme-optim/ensemble_report.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "optim/ensemble/selection.hpp"
#include "optim/ensemble/simplex_program.hpp"

namespace trireme::optim {
namespace {

MemberOutputs outputs_of(const Model& model, const std::vector<std::vector<double>>& members,
                         const Samples& samples) {
  MemberOutputs outputs{.width = model.n_scores()};
  for (const std::vector<double>& weights : members) outputs.scores.push_back(model.scores(weights, samples));
  return outputs;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

}  // namespace

void report_ensemble(program::Context& context, const ProgramOptions& options, const TrainingResult& result,
                     const Model& model, const Samples& samples, const Samples* test) {
  const EnsembleOptions& ensemble = options.ensemble;
  if (ensemble.members == 0 || result.snapshots.empty()) return;
  const auto seed = static_cast<std::uint64_t>(options.data.seed);
  std::vector<int> all(result.snapshots.size());
  std::iota(all.begin(), all.end(), 0);
  std::vector<double> weights{1};
  if (all.size() > 1) {
    const MemberOutputs outputs = outputs_of(model, result.snapshots, samples);
    const auto of_all = ensemble_output(samples, outputs, all, ensemble.strategy, seed);
    weights = minimise_on_simplex(selection_matrix(samples, outputs, of_all, ensemble.selection),
                                  static_cast<int>(all.size()));
  }
  const std::vector<int> selected = largest_weights(weights, ensemble.members);

  const Samples& judged = test != nullptr ? *test : samples;
  const MemberOutputs outputs = outputs_of(model, result.snapshots, judged);
  const auto accuracy = [&](std::span<const int> members) {
    return accuracy_of(judged, ensemble_output(judged, outputs, members, ensemble.strategy, seed));
  };
  std::vector<double> of_members;
  for (const int member : all) of_members.push_back(accuracy({&member, 1}));
  const double of_selected = accuracy(selected), of_all = accuracy(all);
  context.log.line(
      fmt::format("ensemble of snapshots {}: accuracy {:.4f}, of all {:.4f}, of its members {:.4f}",
                  fmt::join(selected, ", "), of_selected, of_all, fmt::join(of_members, ", ")));
  context.record.set("ensemble.weights", weights);
  context.record.set("ensemble.selected", selected);
  context.record.set("ensemble.member_accuracies", of_members);
  context.record.set("ensemble.median_member_accuracy", median(of_members));
  context.record.set("ensemble.accuracy", of_selected);
  context.record.set("ensemble.accuracy_of_all", of_all);
}

}  // namespace trireme::optim
