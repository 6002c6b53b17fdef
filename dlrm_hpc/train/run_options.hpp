// SPDX-License-Identifier: Apache-2.0
// What a deck of train, predict and export says, section by section.
#pragma once

#include "dlrm_hpc/model/model_options.hpp"
#include "dlrm_hpc/parallel/planner.hpp"
#include "dlrm_hpc/train/optimizer_options.hpp"
#include "dlrm_hpc/train/train_options.hpp"

namespace trireme::dlrm {

struct RunOptions {
  DataOptions data;
  ModelOptions model;
  OptimizerOptions optimizer;
  TrainOptions train;
  PlanOptions plan;
  ParallelOptions parallel;
  OutputOptions output;

  RunOptions();  // not inline: GCC 12 takes the defaults for uninitialized in some places
  void describe(options::Schema& schema);
  // What a range cannot say. Throws Error(input). Local.
  void validate() const;
};

}  // namespace trireme::dlrm
