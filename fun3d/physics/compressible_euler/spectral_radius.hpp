// SPDX-License-Identifier: Apache-2.0
// The largest wave speed through a face, |Un| + a; sums of it over a dual cell's faces give the local
// pseudo-time step.
#pragma once

#include "fun3d/physics/compressible_euler/flux.hpp"

namespace trireme::flow::compressible_euler {

template <class Number>
Number spectral_radius(const Parameters& parameters, const State<5, Number>& q, const Vector<Number>& n) {
  using std::abs;
  return abs(normal_velocity(q, n)) + speed_of_sound(parameters, q);
}

}  // namespace trireme::flow::compressible_euler
