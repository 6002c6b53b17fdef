// SPDX-License-Identifier: Apache-2.0
// A trained model as an HDF5 file: data set "weights" [dim], "classes" where there are any, and as attributes
// what prediction needs to read samples as training did. Of a policy: the attribute "task" says in which
// environment it acts, "meaning" what its weights say where that ever changed, "weights" are the actor's,
// then the critic's, and n_features is the size of an observation. Called by trireme-optim.
#pragma once

#include <string>
#include <vector>

#include "optim/apps/trireme-optim/program_options.hpp"
#include "optim/data/samples.hpp"

namespace trireme::optim {

struct StoredModel {
  ModelOptions model;
  SampleShape shape;
  bool unit_rows = false;
  IndexBase index_base = IndexBase::automatic;
  std::vector<double> weights;  // replicated
  std::string task{};           // of a policy, as learning.task says it; empty: of samples
  std::string meaning{};        // of a policy: of its weights, number_policy where actions are numbers
};

// Throws Error (io). Collective.
void write_model(const std::string& path, const comm::Communicator& comm, const StoredModel& model);
// Throws Error (input) for a file that is none. Collective.
StoredModel read_model(const std::string& path, const comm::Communicator& comm);

}  // namespace trireme::optim
