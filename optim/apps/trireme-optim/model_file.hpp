// SPDX-License-Identifier: Apache-2.0
// A trained model as an HDF5 file: data set "weights" [dim], "classes" where there are any, and as attributes
// what prediction needs to read samples as training did.
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
};

// Throws Error (io). Collective.
void write_model(const std::string& path, const comm::Communicator& comm, const StoredModel& model);
// Throws Error (input) for a file that is none. Collective.
StoredModel read_model(const std::string& path, const comm::Communicator& comm);

}  // namespace trireme::optim
