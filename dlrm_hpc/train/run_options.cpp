// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/train/run_options.hpp"

#include "solvers/base/assert.hpp"

namespace trireme::dlrm {

RunOptions::RunOptions() = default;

void RunOptions::describe(options::Schema& schema) {
  data.describe(schema);
  model.describe(schema);
  optimizer.describe(schema);
  train.describe(schema);
  plan.describe(schema);
  parallel.describe(schema);
  output.describe(schema);
}

void RunOptions::validate() const {
  model.validate();
  optimizer.validate();
  plan.validate();
  TRIREME_VALIDATE(optimizer.method == TrainingMethod::first_order || optimizer.part == TrainedPart::layers ||
                       model.pooling != Pooling::max,
                   ErrorKind::input, "optimizer.part=all does not fit model.pooling=max",
                   "second-order methods want a model that is smooth in its tables",
                   "pool by sum or mean, or train the layers");
}

}  // namespace trireme::dlrm
