// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/train/optimizer_options.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/base/assert.hpp"

namespace trireme::dlrm {

using kernels::UpdateRule;

void OptimizerOptions::describe(options::Schema& schema) {
  schema.section("optimizer", "How parameters are updated.");
  schema.add_choice(
      "method", method,
      {{"first_order", TrainingMethod::first_order},
       {"dance", TrainingMethod::dance},
       {"pblbfgs", TrainingMethod::pblbfgs}},
      "first_order: steps on batches by the rules below; dance, pblbfgs: Newton-CG or L-BFGS on "
      "growing sets of samples, which are held in memory");
  schema.add_choice("part", part, {{"layers", TrainedPart::layers}, {"all", TrainedPart::all}},
                    "what dance and pblbfgs train: the layers, or the tables too, then replicated in double "
                    "precision");
  schema.add("passes", passes,
             "effective passes over the samples in a round of dance or pblbfgs, after which it ends where it "
             "has not converged",
             {.min = 0, .open_min = true});
  schema.add("rounds", rounds, "rounds of table_epochs and then passes", {.min = 1});
  schema.add("table_epochs", table_epochs,
             "epochs in a round in which tables take steps by their rule and layers stay; 0: tables stay as "
             "they are",
             {.min = 0});
  schema.add("lambda", lambda, "weight of 0.5 w'w for dance and pblbfgs; -1: 1 / samples", {.min = -1});
  schema.add("max_iterations", max_iterations, "of a round of dance or pblbfgs",
             {.min = 1, .max = 2147483647});
  schema.add_choice("tables", tables,
                    {{"sgd", UpdateRule::sgd},
                     {"momentum", UpdateRule::momentum},
                     {"adagrad", UpdateRule::adagrad},
                     {"rowwise_adagrad", UpdateRule::rowwise_adagrad},
                     {"adam", UpdateRule::adam}},
                    "rule for tables; rows that a step does not touch keep their state");
  schema.add_choice("layers", layers,
                    {{"sgd", UpdateRule::sgd},
                     {"momentum", UpdateRule::momentum},
                     {"adagrad", UpdateRule::adagrad},
                     {"adam", UpdateRule::adam},
                     {"lamb", UpdateRule::lamb}},
                    "rule for the bottom network, cross layers and top network; lamb: Adam's update of each "
                    "array of weights or biases, made as long as the array itself, for large batches");
  schema.add("learning_rate", learning_rate, "of tables and layers", {.min = 0, .open_min = true});
  schema.add("layer_learning_rate", layer_learning_rate, "of layers where it differs; 0: learning_rate",
             {.min = 0});
  schema.add("epsilon", epsilon, "added to the roots of AdaGrad, Adam and LAMB", {.min = 0});
  schema.add("momentum", momentum, "of momentum, and of the first moment of Adam and LAMB",
             {.min = 0, .max = 1, .open_max = true});
  schema.add("second_momentum", second_momentum, "of the second moment of Adam and LAMB",
             {.min = 0, .max = 1, .open_max = true});
  schema.add("weight_decay", weight_decay,
             "of lamb: what part of each weight its update takes off before scaling", {.min = 0});
  schema.add("warm_up_steps", warm_up_steps, "steps in which the rate grows linearly from near 0",
             {.min = 0});
  schema.add("decay_start", decay_start, "step from which the rate decays", {.min = 0});
  schema.add("decay_steps", decay_steps, "steps of the quadratic decay; 0: none", {.min = 0});
  schema.section("", "");
}

void OptimizerOptions::validate() const {
  TRIREME_VALIDATE(lambda == -1 || lambda >= 0, ErrorKind::input, "optimizer.lambda is negative",
                   "it weighs 0.5 w'w", "give a number from 0, or -1 for 1 / samples");
  TRIREME_VALIDATE(method != TrainingMethod::dance || lambda != 0, ErrorKind::input,
                   "optimizer.lambda=0 does not fit dance",
                   "its stages are strongly convex by their regularization", "give a positive one");
  TRIREME_VALIDATE(part == TrainedPart::layers || table_epochs == 0, ErrorKind::input,
                   "optimizer.table_epochs does not fit optimizer.part=all",
                   "the method trains the tables itself", "set one of them");
  TRIREME_VALIDATE(weight_decay == 0 || layers == UpdateRule::lamb, ErrorKind::input,
                   "optimizer.weight_decay has no effect here", "only optimizer.layers=lamb reads it",
                   "set one of them");
  TRIREME_VALIDATE(decay_steps == 0 || decay_start >= warm_up_steps, ErrorKind::input,
                   "optimizer.decay_start lies within the warm-up",
                   "the rate cannot grow and decay at a time", "set it to warm_up_steps or beyond");
}

double OptimizerOptions::rate_factor(std::int64_t step) const {
  if (step < warm_up_steps) return static_cast<double>(step + 1) / static_cast<double>(warm_up_steps);
  if (decay_steps == 0 || step < decay_start) return 1;
  const std::int64_t left = std::max<std::int64_t>(1, decay_steps - (step - decay_start));
  const double part = static_cast<double>(left) / static_cast<double>(decay_steps);
  return part * part;
}

kernels::RuleParameters OptimizerOptions::rule_at(UpdateRule rule, double rate, std::int64_t step) const {
  kernels::RuleParameters parameters;
  parameters.rule = rule;
  parameters.learning_rate = static_cast<float>(rate * rate_factor(step));
  parameters.epsilon = static_cast<float>(epsilon);
  parameters.momentum = static_cast<float>(momentum);
  parameters.second_momentum = static_cast<float>(second_momentum);
  parameters.weight_decay = static_cast<float>(weight_decay);
  const auto t = static_cast<double>(step + 1);
  parameters.correction = static_cast<float>(1 / (1 - std::pow(momentum, t)));
  parameters.second_correction = static_cast<float>(1 / (1 - std::pow(second_momentum, t)));
  return parameters;
}

kernels::RuleParameters OptimizerOptions::table_rule(std::int64_t step) const {
  return rule_at(tables, learning_rate, step);
}

kernels::RuleParameters OptimizerOptions::layer_rule(std::int64_t step) const {
  return rule_at(layers, layer_learning_rate > 0 ? layer_learning_rate : learning_rate, step);
}

}  // namespace trireme::dlrm
