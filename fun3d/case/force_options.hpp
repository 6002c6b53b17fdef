// SPDX-License-Identifier: Apache-2.0
// Section forces of a deck: what coefficients are divided by and where moments are taken.
#pragma once

#include <vector>

#include "fun3d/discretization/forces.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::flow {

struct ForceOptions {
  double reference_area = 1.0;
  double reference_length = 1.0;
  std::vector<double> moment_point{0.25, 0.0, 0.0};
  MomentArm moment_arm = MomentArm::centroid;

  void describe(options::Schema& schema);
  ForceReference reference() const;
};

}  // namespace trireme::flow
