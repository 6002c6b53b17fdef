// SPDX-License-Identifier: Apache-2.0
// The matrices M_i^-1 of the least-squares gradients (kernels/edge_gradient.hpp), one per owned vertex.
// At vertices on planes of symmetry M counts the mirrored neighbours too. Depends on the mesh alone; built
// once. Gradients of a plane mesh have no component along z. Local.
#pragma once

#include <span>
#include <vector>

#include "fun3d/discretization/gradient_weights.hpp"
#include "fun3d/discretization/symmetry_plan.hpp"
#include "meshes/core/flow_mesh.hpp"
#include "solvers/base/array.hpp"

namespace trireme::flow {

class GradientPlan {
 public:
  GradientPlan(const mesh::FlowMesh& mesh, GradientWeights weights, const SymmetryPlan& symmetry = {});

  // [n_owned, 6] xx, xy, xz, yy, yz, zz.
  const double* inverses() const { return inverses_.data(); }
  // Owned vertices whose neighbours do not span space (a plane mesh: its plane); their gradient is zero in
  // the missing directions.
  LocalIndex n_degenerate() const { return n_degenerate_; }

 private:
  Array<double> inverses_;
  LocalIndex n_degenerate_ = 0;
};

}  // namespace trireme::flow
