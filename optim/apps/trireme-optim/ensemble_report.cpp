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

Choice choose_members(const comm::Communicator& comm, OutputKind kind, const MemberOutputs& outputs,
                      const MemberLosses& losses, std::span<const double> of_all,
                      const EnsembleOptions& options) {
  Choice choice{.weights = {1}, .selected = {}};
  const auto n = static_cast<int>(outputs.n_members());
  if (n > 1)
    choice.weights =
        minimise_on_simplex(selection_matrix(comm, kind, outputs, losses, of_all, options.selection), n);
  choice.selected = largest_weights(choice.weights, options.members);
  return choice;
}

void record_ensemble(program::Context& context, const Choice& choice, const std::string& quality,
                     const std::function<double(std::span<const int>)>& judge) {
  std::vector<int> all(choice.weights.size());
  std::iota(all.begin(), all.end(), 0);
  std::vector<double> of_members;
  for (const int member : all) of_members.push_back(judge({&member, 1}));
  const double of_selected = judge(choice.selected), of_all = judge(all);
  context.log.line(fmt::format("ensemble of snapshots {}: {} {:.4f}, of all {:.4f}, of its members {:.4f}",
                               fmt::join(choice.selected, ", "), quality, of_selected, of_all,
                               fmt::join(of_members, ", ")));
  const std::string plural = quality == "accuracy" ? "accuracies" : quality + "s";
  context.record.set("ensemble.weights", choice.weights);
  context.record.set("ensemble.selected", choice.selected);
  context.record.set("ensemble.member_" + plural, of_members);
  context.record.set("ensemble.median_member_" + quality, median(of_members));
  context.record.set("ensemble." + quality, of_selected);
  context.record.set("ensemble." + quality + "_of_all", of_all);
}

void report_ensemble(program::Context& context, const ProgramOptions& options, const TrainingResult& result,
                     const Model& model, const Samples& samples, const Samples* test) {
  const EnsembleOptions& ensemble = options.ensemble;
  if (ensemble.members == 0 || result.snapshots.empty()) return;
  const auto seed = static_cast<std::uint64_t>(options.data.seed);
  std::vector<int> all(result.snapshots.size());
  std::iota(all.begin(), all.end(), 0);
  MemberOutputs outputs = outputs_of(model, result.snapshots, samples);
  const auto of_all = ensemble_output(samples, outputs, all, ensemble.strategy, seed);
  const Choice choice = choose_members(context.comm, kind_of(samples), outputs,
                                       member_losses(samples, outputs), of_all, ensemble);
  const Samples& judged = test != nullptr ? *test : samples;
  if (test != nullptr) outputs = outputs_of(model, result.snapshots, judged);
  record_ensemble(context, choice, "accuracy", [&](std::span<const int> members) {
    return accuracy_of(judged, ensemble_output(judged, outputs, members, ensemble.strategy, seed));
  });
}

}  // namespace trireme::optim
