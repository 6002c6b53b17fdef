// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/flow_case.hpp"

namespace trireme::flow {

void FlowCase::describe(options::Schema& schema) {
  boundary.describe(schema);
  flow.describe(schema);
  limiter.describe(schema);
  manufactured.describe(schema);
  mesh.describe(schema);
  sequencing.describe(schema);
  start_up.describe(schema);
  pseudo_time.describe(schema);
  linear_solver.describe(schema);
  convergence.describe(schema);
  forces.describe(schema);
  output.describe(schema);
  restart.describe(schema);
  performance.describe(schema);
}

void FlowCase::validate() const {
  sequencing.validate(mesh);
  pseudo_time.validate();
  output.validate();
  performance.validate();
}

}  // namespace trireme::flow
