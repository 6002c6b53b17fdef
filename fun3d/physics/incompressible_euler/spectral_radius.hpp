// SPDX-License-Identifier: Apache-2.0
// The largest wave speed through a face, |U| + c with c^2 = U^2 + beta; sums of it over a dual cell's faces
// give the local pseudo-time step.
#pragma once

#include <cmath>

#include "fun3d/physics/incompressible_euler/flux.hpp"

namespace trireme::flow::incompressible_euler {

template <class Number>
Number spectral_radius(const Parameters& parameters, const State<4, Number>& q, const Vector<Number>& n) {
  using std::abs;
  using std::sqrt;
  const Number U = normal_velocity(q, n);
  return abs(U) + sqrt(U * U + parameters.beta);
}

}  // namespace trireme::flow::incompressible_euler
