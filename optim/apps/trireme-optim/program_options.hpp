// SPDX-License-Identifier: Apache-2.0
// What a deck of trireme-optim says: which samples, which model, which method, what is written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "optim/actor_critic/train_actor_critic.hpp"
#include "optim/data/generated_samples.hpp"
#include "optim/ensemble/selection.hpp"
#include "optim/problem/model_options.hpp"
#include "optim/read/libsvm.hpp"
#include "optim/reduce/order_free_sum.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::optim {

enum class DataFormat { libsvm, idx, generated };
enum class Method { dance, pblbfgs, lmvm, nls, sgd, adam };

struct DataOptions {
  std::string train, test;
  std::string train_labels, test_labels;  // of IDX
  DataFormat format = DataFormat::libsvm;
  IndexBase index_base = IndexBase::automatic;
  std::string cache;  // folder of binary copies
  bool unit_rows = false;
  std::int64_t max_rows = 0;
  std::int64_t hold_out = 0;
  std::int64_t seed = 1;
  GeneratedShape shape = GeneratedShape::rcv1;
  std::int64_t rows = 10000;
  std::int64_t test_rows = 0;
};

struct MethodOptions {
  Method kind = Method::dance;
  double lambda = -1;
  double gradient_tolerance = 0;
  int max_iterations = 500;
  bool reproducible = true;
  double rate = 0.1;
  int cycles = 0;
  double momentum = 0.9;
  int batch = 128;
  int epochs = 10;
};

enum class Task { samples, cartpole, acrobot, mountain_car, pendulum };

// Learning by actor-critic in place of samples.
struct LearningOptions {
  Task task = Task::samples;
  int environments = 16;
  int steps = 16;
  int updates = 1000;
  double discount = 0.99;
  double trace_decay = 1;
  bool normalize_advantages = false;
  double reward_scale = 1;
  double value_weight = 0.5;
  double entropy_weight = 0.01;
  double largest_gradient = 0.5;
  double noise = 0;
  int evaluation_episodes = 20;
};

struct EnsembleOptions {
  int members = 0;
  Strategy strategy = Strategy::vote;
  SelectionOptions selection;
};

struct OutputOptions {
  std::string model;
  std::string history;
  bool full_objective = false;
  std::string predictions;
};

struct CheckpointOptions {
  std::string file;
  int every = 0;
  std::string resume;
};

struct ProgramOptions {
  ModelOptions model;
  DataOptions data;
  MethodOptions method;
  LearningOptions learning;
  EnsembleOptions ensemble;
  OutputOptions output;
  CheckpointOptions checkpoint;
  std::string predict_model;

  void describe(options::Schema& schema);
  // What a range cannot say. Throws Error (input). Local.
  void validate() const;

 private:
  void validate_checkpoint() const;
  void validate_ensemble(bool classes) const;
};

const char* name_of(Method method);
const char* name_of(Task task);
// The environment of that name.
std::optional<Task> task_named(const std::string& name);
// Of sgd and adam.
StepOptions step_options(const MethodOptions& method);

}  // namespace trireme::optim
