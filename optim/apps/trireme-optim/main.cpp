// SPDX-License-Identifier: Apache-2.0
// trireme-optim: trains models on samples from files. trireme-optim [CASE.yaml] [key=value ...]
#include <fmt/format.h>

#include "optim/apps/trireme-optim/ensemble_report.hpp"
#include "optim/apps/trireme-optim/learning.hpp"
#include "optim/apps/trireme-optim/load_data.hpp"
#include "optim/apps/trireme-optim/model_file.hpp"
#include "optim/apps/trireme-optim/report.hpp"
#include "optim/apps/trireme-optim/training.hpp"
#include "optim/petsc/registration.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/base/error.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/program/program.hpp"

namespace trireme::optim {
namespace {

using program::ExitCode;

ExitCode exit_code_of(Ending ending) {
  switch (ending) {
    case Ending::converged:
      return ExitCode::done;
    case Ending::limit:
      return ExitCode::limit;
    case Ending::failed:
      return ExitCode::numerical;
    case Ending::stopped:
      return ExitCode::stopped;
  }
  return ExitCode::internal;
}

ExitCode predict(program::Context& context, ProgramOptions options) {
  const StoredModel stored = read_model(options.predict_model, context.comm);
  if (!stored.task.empty()) {
    TRIREME_VALIDATE(
        options.data.test.empty() && options.output.predictions.empty(), ErrorKind::input,
        fmt::format("{} is a policy of learning.task={}", options.predict_model, stored.task),
        "predictions are of samples",
        "leave data.test and output.predictions out, or give a model that was trained on samples");
    return exit_code_of(act(context, options, stored));
  }
  TRIREME_VALIDATE(!options.data.test.empty(), ErrorKind::input, "nothing to predict",
                   "predict.model is set, but data.test is not", "set data.test");
  options.model = stored.model;
  options.data.unit_rows = stored.unit_rows;
  options.data.index_base = stored.index_base;
  const auto samples = load_test(context, options, stored.shape);
  const auto model = make_model(stored.model, samples, Accumulation::reproducible);
  const Assessment result = model->assess(stored.weights, *samples);
  context.log.line(
      fmt::format("{} samples: loss {:.6e}, accuracy {:.4f}", result.count, result.loss, result.accuracy));
  context.record.set("test_loss", result.loss);
  context.record.set("test_accuracy", result.accuracy);
  if (!options.output.predictions.empty())
    write_predictions(context, options.output.predictions, *model, stored.weights, *samples);
  return ExitCode::done;
}

ExitCode run(program::Context& context, const ProgramOptions& options) {
  options.validate();
  petsc::check(register_types());
  if (!options.predict_model.empty()) return predict(context, options);
  if (options.learning.task != Task::samples) return exit_code_of(learn(context, options));
  const auto samples = load_training(context, options);
  const auto test = load_test(context, options, shape_of(*samples));
  PetscBool reproducible = options.method.reproducible ? PETSC_TRUE : PETSC_FALSE;
  petsc::check(PetscOptionsGetBool(nullptr, nullptr, "-optim_reproducible", &reproducible, nullptr));
  const auto model =
      make_model(options.model, samples, reproducible ? Accumulation::reproducible : Accumulation::plain);
  const TrainingResult result = train(context, options, *model, *samples);
  report_training(context, result, *model, *samples, test.get());
  report_ensemble(context, options, result, *model, *samples, test.get());
  if (!options.output.model.empty())
    write_model(
        options.output.model, context.comm,
        {options.model, shape_of(*samples), options.data.unit_rows, options.data.index_base, result.weights});
  if (!options.output.predictions.empty())
    write_predictions(context, options.output.predictions, *model, result.weights, *test);
  return exit_code_of(result.ending);
}

}  // namespace
}  // namespace trireme::optim

int main(int argc, char** argv) {
  using namespace trireme;
  optim::ProgramOptions options;
  options::Schema schema;
  options.describe(schema);
  program::Program program(
      argc, argv,
      {.name = "trireme-optim",
       .one_line = "Trains regression models, networks and policies by distributed methods.",
       .long_help =
           "Reads samples (data.train=FILE), trains a model (model.kind=...) by DANCE, progressive-batching "
           "L-BFGS\n"
           "or a baseline (method.kind=...), validates it on data.test, and writes weights and predictions.\n"
           "With learning.task=... a policy learns to control a simulated environment.",
       .usage = "[CASE.yaml]",
       .key_flags = {{"--method", "method.kind"}, {"--train", "data.train"}, {"--test", "data.test"}}});
  return program.run(
      schema, [&](program::Context& context) { return optim::run(context, options); },
      [&](program::Context&) {
        options.validate();
        return program::ExitCode::done;
      });
}
