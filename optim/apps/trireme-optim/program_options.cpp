// SPDX-License-Identifier: Apache-2.0
#include "optim/apps/trireme-optim/program_options.hpp"

#include "optim/ensemble/simplex_program.hpp"
#include "solvers/base/error.hpp"

namespace trireme::optim {

void ProgramOptions::describe(options::Schema& schema) {
  model.describe(schema);

  schema.section("data", "The samples.");
  schema.add_choice(
      "format", data.format,
      {{"libsvm", DataFormat::libsvm}, {"idx", DataFormat::idx}, {"generated", DataFormat::generated}},
      "libsvm: a text file; idx: MNIST's format, images and labels apart; generated: made by rule");
  schema.add("train", data.train, "samples to train on; plain, .gz or .bz2");
  schema.add("test", data.test, "samples to validate or predict");
  schema.add("train_labels", data.train_labels, "labels of idx images");
  schema.add("test_labels", data.test_labels, "labels of idx images");
  schema.add_choice("index_base", data.index_base,
                    {{"auto", IndexBase::automatic}, {"0", IndexBase::zero}, {"1", IndexBase::one}},
                    "number of the first feature; auto: 0 where the file has an index 0, else 1");
  schema.add(
      "cache", data.cache,
      "a folder for binary copies of libsvm files, which are read in their place while the text stays as it "
      "was; empty: none");
  schema.add("unit_rows", data.unit_rows, "scale every sample to norm 1");
  schema.add("max_rows", data.max_rows, "train on the first so many samples of the file; 0 for all",
             {.min = 0});
  schema.add("hold_out", data.hold_out,
             "of those, the last so many are not trained on, but validate in place of data.test", {.min = 0});
  schema.add("seed", data.seed, "of the random order of samples, initial weights and generated samples",
             {.min = 0});
  schema.add_choice("shape", data.shape,
                    {{"rcv1", GeneratedShape::rcv1},
                     {"gisette", GeneratedShape::gisette},
                     {"covtype", GeneratedShape::covtype}},
                    "which data set's sizes and density generated samples have");
  schema.add("rows", data.rows, "generated samples to train on", {.min = 2, .max = 1e15});
  schema.add("test_rows", data.test_rows, "generated samples to validate", {.min = 0, .max = 1e15});

  schema.section("method", "Who trains, and to what end.");
  schema.add_choice("kind", method.kind,
                    {{"dance", Method::dance},
                     {"pblbfgs", Method::pblbfgs},
                     {"lmvm", Method::lmvm},
                     {"nls", Method::nls},
                     {"sgd", Method::sgd},
                     {"adam", Method::adam}},
                    "dance, pblbfgs: this project's; lmvm, nls: TAO's on all samples; sgd, adam");
  schema.add("lambda", method.lambda,
             "weight of 0.5 w'w; -1: 1/N, and for dance what its c and gamma make of it", {.min = -1});
  schema.add("gradient_tolerance", method.gradient_tolerance,
             "norm of the gradient over all samples; 0: the method's own test", {.min = 0});
  schema.add("max_iterations", method.max_iterations, "of all methods but sgd and adam", {.min = 1});
  schema.add("reproducible", method.reproducible,
             "sums in an order that does not matter: the same bits on any number of ranks; also "
             "-optim_reproducible");
  schema.add("rate", method.rate, "learning rate of sgd and adam", {.min = 0, .open_min = true});
  schema.add("cycles", method.cycles, "cosine cycles of the rate; 0: constant", {.min = 0});
  schema.add("momentum", method.momentum, "of sgd", {.min = 0, .max = 1, .open_max = true});
  schema.add("batch", method.batch, "samples of a step of sgd and adam", {.min = 1});
  schema.add("epochs", method.epochs, "passes of sgd and adam", {.min = 1});

  schema.section("learning", "A policy that learns by advantage actor-critic, in place of samples.");
  schema.add_choice("task", learning.task,
                    {{"samples", Task::samples},
                     {"cartpole", Task::cartpole},
                     {"acrobot", Task::acrobot},
                     {"mountain_car", Task::mountain_car},
                     {"pendulum", Task::pendulum}},
                    "samples: none, data are trained on; else the environment, with model.hidden's networks, "
                    "method.kind sgd or adam, method.rate and method.cycles");
  schema.add("environments", learning.environments, "of them, over all ranks", {.min = 1, .max = 1e6});
  schema.add("steps", learning.steps, "of every environment between two updates", {.min = 1, .max = 1e6});
  schema.add("updates", learning.updates, "steps of the optimizer", {.min = 1});
  schema.add("discount", learning.discount, "of rewards to come, a step", {.min = 0, .max = 1});
  schema.add("trace_decay", learning.trace_decay,
             "lambda of generalized advantage estimates; 1: rewards to come, less the critic's value; 0: its "
             "temporal differences",
             {.min = 0, .max = 1});
  schema.add("normalize_advantages", learning.normalize_advantages,
             "to mean 0 and deviation 1 over the steps of an update");
  schema.add("reward_scale", learning.reward_scale, "rewards are multiplied by it while learning",
             {.min = 0, .open_min = true});
  schema.add("value_weight", learning.value_weight, "of the critic's loss", {.min = 0, .open_min = true});
  schema.add("entropy_weight", learning.entropy_weight, "of the policy's entropy", {.min = 0});
  schema.add("largest_gradient", learning.largest_gradient, "longer ones are cut to this norm; 0: never",
             {.min = 0});
  schema.add("noise", learning.noise, "deviation of what is added to every observed number, in its scale",
             {.min = 0});
  schema.add("evaluation_episodes", learning.evaluation_episodes, "by which policies are judged", {.min = 1});

  schema.section("ensemble", "Of the snapshots at the ends of the learning rate's cycles.");
  schema.add("members", ensemble.members, "how many of them are taken; 0: no ensemble", {.min = 0});
  schema.add_choice("strategy", ensemble.strategy,
                    {{"vote", Strategy::vote},
                     {"average", Strategy::average},
                     {"binning", Strategy::binning},
                     {"density", Strategy::density},
                     {"elimination", Strategy::elimination}},
                    "vote or average (of probabilities) for classes; average, binning, density or "
                    "elimination for numbers");
  schema.add("beta", ensemble.selection.beta, "weight of the members' divergence in their choice",
             {.min = 0, .max = 2});
  schema.add("threshold", ensemble.selection.threshold, "a loss from which on a member errs", {.min = 0});

  schema.section("output", "What is written.");
  schema.add("model", output.model,
             "the trained weights, HDF5; of a run that is asked to stop, those so far");
  schema.add("history", output.history, "a row an iteration, CSV");
  schema.add("full_objective", output.full_objective,
             "also evaluate objective and accuracy over all samples at every iteration, uncounted");
  schema.add("predictions", output.predictions,
             "labels and scores of the test samples in the file's order, HDF5");

  schema.section("checkpoint", "Going on later.");
  schema.add("file", checkpoint.file, "written when the run is asked to stop, and every so often");
  schema.add("every", checkpoint.every,
             "iterations (epochs, updates) between checkpoints; 0: only when asked to stop", {.min = 0});
  schema.add("resume", checkpoint.resume, "a checkpoint to go on from; dance, pblbfgs, sgd and adam");

  schema.section("predict", "Prediction without training.");
  schema.add(
      "model", predict_model,
      "a model written earlier; data.test is then all that is read. A policy is judged by fresh episodes");
  schema.section("", "");
}

void ProgramOptions::validate() const {
  const auto refuse = [](const std::string& problem, const std::string& why, const std::string& suggestion) {
    throw Error(ErrorKind::input, problem, why, suggestion);
  };
  if (learning.task != Task::samples && predict_model.empty()) {
    if (method.kind != Method::sgd && method.kind != Method::adam)
      refuse(std::string("learning.task does not fit method.kind=") + name_of(method.kind),
             "actor-critic follows stochastic gradients", "set method.kind to sgd or adam");
    if (model.kind != ModelKind::mlp)
      refuse("learning.task does not fit model.kind", "policies are multilayer perceptrons",
             "set model.kind=mlp");
    if (!data.train.empty() || !data.test.empty())
      refuse("learning.task beside data.train or data.test", "an environment takes the place of samples",
             "set one of them");
    if (!output.predictions.empty())
      refuse("output.predictions does not fit learning.task", "predictions are of samples", "leave it out");
    if (learning.normalize_advantages && std::int64_t{learning.environments} * learning.steps < 2)
      refuse("learning.normalize_advantages with one step an update", "the only advantage less the mean is 0",
             "take more environments or steps, or leave it out");
    validate_checkpoint();
    model.validate();
    validate_ensemble(learning.task != Task::pendulum);
    return;
  }
  const bool generated = data.format == DataFormat::generated;
  if (predict_model.empty() && data.train.empty() && !generated)
    refuse("nothing to train on", "data.train is not set", "set data.train, or data.format=generated");
  if (data.format == DataFormat::idx && !data.train.empty() && data.train_labels.empty())
    refuse("idx images without labels", "data.train_labels is not set", "set it");
  if (data.format == DataFormat::idx && !data.test.empty() && data.test_labels.empty())
    refuse("idx images without labels", "data.test_labels is not set", "set it");
  if (!data.cache.empty() && data.format != DataFormat::libsvm)
    refuse("data.cache does not fit data.format", "only text is worth a binary copy", "leave data.cache out");
  if (data.hold_out > 0 && (!data.test.empty() || generated))
    refuse("data.hold_out beside other test samples", "data.test or generated ones validate already",
           "set one of them");
  if (!output.predictions.empty() && data.test.empty() && data.hold_out == 0 &&
      !(generated && data.test_rows > 0))
    refuse("nothing to predict", "output.predictions is set, but data.test is not", "set data.test");
  const bool of_tao = method.kind == Method::lmvm || method.kind == Method::nls;
  if (of_tao && !(checkpoint.resume.empty() && checkpoint.file.empty()))
    refuse(std::string("checkpoints do not fit method.kind=") + name_of(method.kind),
           "TAO's own types cannot go on from one", "use dance, pblbfgs, sgd or adam");
  if (method.kind == Method::dance && method.lambda == 0)
    refuse("method.lambda=0 does not fit dance", "its stages are strongly convex by their regularization",
           "give a positive one");
  validate_checkpoint();
  if (!predict_model.empty()) return;  // what the model is, its file says
  model.validate();
  validate_ensemble(model.labels() == LabelKind::classes);
}

void ProgramOptions::validate_checkpoint() const {
  if (checkpoint.every > 0 && checkpoint.file.empty())
    throw Error(ErrorKind::input, "checkpoint.every without checkpoint.file", "", "set both");
}

void ProgramOptions::validate_ensemble(bool classes) const {
  const auto refuse = [](const std::string& problem, const std::string& why, const std::string& suggestion) {
    throw Error(ErrorKind::input, problem, why, suggestion);
  };
  if (ensemble.members == 0) return;
  const bool stochastic = method.kind == Method::sgd || method.kind == Method::adam;
  if (!stochastic || method.cycles < 2)
    refuse("an ensemble without snapshots", "they are taken at the ends of the rate's cycles",
           "set method.kind to sgd or adam, and method.cycles to 2 or more");
  if (method.cycles > most_members)
    refuse("method.cycles=" + std::to_string(method.cycles) + " is too many for an ensemble",
           "its members are chosen exactly", "set at most " + std::to_string(most_members));
  if (ensemble.members > method.cycles)
    refuse("ensemble.members is larger than method.cycles", "every cycle leaves one snapshot",
           "take fewer members or more cycles");
  const bool for_classes = ensemble.strategy == Strategy::vote || ensemble.strategy == Strategy::average,
             for_numbers = ensemble.strategy != Strategy::vote;
  if (classes ? !for_classes : !for_numbers)
    refuse(learning.task == Task::samples ? "ensemble.strategy does not fit model.kind"
                                          : "ensemble.strategy does not fit learning.task",
           "votes are for classes; bins, densities and outliers for numbers", "take average");
}

const char* name_of(Task task) {
  switch (task) {
    case Task::samples:
      return "samples";
    case Task::cartpole:
      return "cartpole";
    case Task::acrobot:
      return "acrobot";
    case Task::mountain_car:
      return "mountain_car";
    case Task::pendulum:
      return "pendulum";
  }
  return "";
}

std::optional<Task> task_named(const std::string& name) {
  for (const Task task : {Task::cartpole, Task::acrobot, Task::mountain_car, Task::pendulum})
    if (name == name_of(task)) return task;
  return std::nullopt;
}

const char* name_of(Method method) {
  switch (method) {
    case Method::dance:
      return "dance";
    case Method::pblbfgs:
      return "pblbfgs";
    case Method::lmvm:
      return "lmvm";
    case Method::nls:
      return "nls";
    case Method::sgd:
      return "sgd";
    case Method::adam:
      return "adam";
  }
  return "";
}

StepOptions step_options(const MethodOptions& method) {
  return {.method = method.kind == Method::sgd ? StochasticMethod::sgd : StochasticMethod::adam,
          .momentum = method.momentum};
}

}  // namespace trireme::optim
