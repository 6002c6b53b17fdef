// SPDX-License-Identifier: Apache-2.0
// Forms the ensemble of a run's snapshots, judges it beside its members, prints both and puts them into the
// run record.
#pragma once

#include <functional>
#include <string>

#include "optim/apps/trireme-optim/training.hpp"
#include "optim/problem/model.hpp"
#include "solvers/program/context.hpp"

namespace trireme::optim {

// Members are chosen on the training samples, and judged on the test samples where there are any (test not
// null). Collective.
void report_ensemble(program::Context& context, const ProgramOptions& options, const TrainingResult& result,
                     const Model& model, const Samples& samples, const Samples* test);

// Whatever members are judged by:

struct Choice {
  std::vector<double> weights;  // of all members
  std::vector<int> selected;
};

// Collective; see selection_matrix.
Choice choose_members(const comm::Communicator& comm, OutputKind kind, const MemberOutputs& outputs,
                      const MemberLosses& losses, std::span<const double> of_all,
                      const EnsembleOptions& options);

// quality: "accuracy" or "return"; judge: that of some members, collective.
void record_ensemble(program::Context& context, const Choice& choice, const std::string& quality,
                     const std::function<double(std::span<const int>)>& judge);

}  // namespace trireme::optim
