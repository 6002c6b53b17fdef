// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/train/second_order.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "dlrm_hpc/train/whole_tables.hpp"
#include "solvers/base/assert.hpp"

namespace trireme::dlrm {
namespace {

// Beyond, a vector of all variables takes more than 2 GiB on every rank, and methods keep some tens of them.
constexpr GlobalIndex most_variables = GlobalIndex{1} << 28;

HeldSamples hold(StepEngine& engine, const RunOptions& options, const Dataset& data) {
  const Permutation order(data.samples(), static_cast<std::uint64_t>(options.train.shuffle_seed), 0);
  if (options.optimizer.part == TrainedPart::layers)
    return hold_vectors(engine, data, order, options.train.test_batch);
  GlobalIndex n = static_cast<GlobalIndex>(engine.model().n_parameters());
  for (const TableShape& table : engine.tables()) n += table.rows * table.width;
  TRIREME_VALIDATE(n <= most_variables, ErrorKind::input,
                   fmt::format("the model has {} variables, too many for optimizer.part=all", n),
                   "every rank holds all of them, several times",
                   "train the layers (optimizer.part=layers), or set model.hash_rows");
  return hold_ids(engine, options.model, data, order);
}

}  // namespace

SecondOrderProblem::SecondOrderProblem(StepEngine& engine, const RunOptions& options, const Dataset& data)
    : engine_(engine),
      optimizer_(options.optimizer),
      objective_(engine.comm(), engine.model(), options.model.loss_shape(), hold(engine, options, data),
                 options.optimizer.part) {}

std::vector<double> SecondOrderProblem::take() {
  std::vector<double> variables(engine_.parameters().begin(), engine_.parameters().end());
  if (optimizer_.part == TrainedPart::layers) return variables;
  for (std::size_t t = 0; t < engine_.tables().size(); ++t) {
    const std::vector<float> table = whole_table(engine_, static_cast<int>(t));
    variables.insert(variables.end(), table.begin(), table.end());
  }
  return variables;
}

void SecondOrderProblem::put(std::span<const double> variables) {
  const auto to_float = [](double value) { return static_cast<float>(value); };
  const std::span<float> layers = engine_.parameters();
  std::transform(variables.begin(), variables.begin() + static_cast<std::ptrdiff_t>(layers.size()),
                 layers.begin(), to_float);
  if (optimizer_.part == TrainedPart::layers) return;
  for (std::size_t t = 0; t < engine_.tables().size(); ++t) {
    const auto from = variables.subspan(objective_.first_of_table(t),
                                        objective_.first_of_table(t + 1) - objective_.first_of_table(t));
    std::vector<float> table(from.size());
    std::transform(from.begin(), from.end(), table.begin(), to_float);
    set_table_rows(engine_, static_cast<int>(t), 0, table);
  }
}

TaoResult SecondOrderProblem::solve(const std::function<bool(const TaoIterate&)>& observer) {
  std::vector<double> variables = take();
  TaoTraining training;
  training.type = optimizer_.method == TrainingMethod::dance ? "dance" : "pblbfgs";
  training.lambda = optimizer_.lambda >= 0 ? optimizer_.lambda : 1 / static_cast<double>(objective_.size());
  training.max_iterations = static_cast<int>(optimizer_.max_iterations);
  const TaoResult result = train_by_tao(training, objective_, variables, observer);
  put(variables);
  return result;
}

}  // namespace trireme::dlrm
