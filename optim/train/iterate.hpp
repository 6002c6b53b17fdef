// SPDX-License-Identifier: Apache-2.0
// What an optimizer that works on samples tells about each iteration, and what it needs to go on from there.
// Made by the TAO types and the baselines; read by trireme-optim's history, monitors and checkpoints.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "optim/problem/sample_set.hpp"
#include "solvers/base/error.hpp"

namespace trireme::optim {

// Rows spread over the ranks, in the order of ranks.
struct DistributedRows {
  int columns = 1;
  std::vector<double> values;  // [rows here, columns]
};

// Everything a run goes on from. A run that is resumed from it takes the same steps, bit by bit.
struct OptimizerState {
  std::string method;
  std::map<std::string, double> numbers;               // replicated
  std::map<std::string, std::vector<double>> vectors;  // each [dim], replicated
  std::map<std::string, DistributedRows> tables = {};

  // By name. Throw Error (input) where a file that was read lacks it: on all ranks, which hold the same
  // names.
  double number(const std::string& name) const { return entry(numbers, name); }
  const std::vector<double>& vector(const std::string& name) const { return entry(vectors, name); }
  const DistributedRows& table(const std::string& name) const { return entry(tables, name); }

 private:
  template <class Value>
  static const Value& entry(const std::map<std::string, Value>& of_name, const std::string& name) {
    const auto found = of_name.find(name);
    if (found != of_name.end()) return found->second;
    throw Error(ErrorKind::input, "the checkpoint has no '" + name + "'",
                "it is damaged, or another program wrote it", "go on from another, or start anew");
  }
};

struct Iterate {
  int iteration = 0;
  SampleSet set = {};  // the samples that objective and gradient are of
  double lambda = 0;
  double objective = 0;
  double gradient_norm = 0;
  double step = 0;            // length of the step that led here, relative to the direction
  int krylov_iterations = 0;  // of that step
  bool ends_cycle = false;    // of the learning rate: a snapshot for an ensemble
  const std::vector<double>* weights = nullptr;
  std::function<OptimizerState()> state = {};  // made on demand; valid during the call only
};

// Called with every iterate on every rank. Returns true, on all ranks alike, to end the run there.
using IterateObserver = std::function<bool(const Iterate&)>;

}  // namespace trireme::optim
